import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { officeAs } from "~/testing/back-office-as.server";
import { testMember } from "~/testing/sign-in.server";
import { lostForm } from "~/back-office/orders/order-lost.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { heldFor } from "~/shop/catalog/stock/ledger.server";
import { reserve, returnToStock, sell, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { type Cents, cents, sum } from "~/shop/money";
import { actorOf } from "~/shop/members/actor-of";
import { changeLinks } from "~/shop/orders/letter-links.server";
import { ledgerOf } from "~/shop/orders/changes/changeable-order.server";
import { endChange } from "~/shop/orders/changes/end-change.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { strayReservations } from "~/shop/orders/drafting/stray-reservations.server";
import { KEPT_DAYS } from "~/shop/orders/exchanges/kept-until.server";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { sendChangeLetter } from "~/shop/orders/letters/change-letters.server";
import { sendLost } from "~/shop/orders/letters/lost-letters.server";
import { sendShipped } from "~/shop/orders/letters/order-letters.server";
import { orderFacts } from "~/shop/orders/order-facts.tables";
import { orderByNumber, recordEvent } from "~/shop/orders/orders.server";
import { loseParcel, sendLostAgain } from "~/shop/orders/parcels/lose-parcel.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { refundReplacements, replacementsOf, sendReplacements } from "~/shop/orders/parcels/replacements.server";
import { takenFrom } from "~/shop/orders/refunds/divide-among-refunds";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { handleGatewayEvent } from "~/shop/orders/settling/handle-gateway-event.server";
import { reconcilePayments, settleIfReceived } from "~/shop/orders/settling/reconcile-payments.server";
import { sandboxRequests } from "~/shop/payments/payments.tables";
import { refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { salesBy } from "~/shop/figures/sales-by.server";
import { salesByDay } from "~/shop/figures/sales-by-day.server";
import { added, netOf, totalOf } from "~/shop/figures/sums";
import { taxCollected } from "~/shop/figures/tax-collected.server";
import { dayIn, wholeDate } from "~/shop/shop-time";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { disputed } from "~/testing/disputes.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { cards, jo, leftOf, lineOf, payWith } from "~/testing/riders.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { refuseReturn } from "./approve-return.server";
import { linesToChoose } from "./lines-to-choose";
import { linesToSettle } from "./lines-to-settle.server";
import { receiveReturn } from "./receive-return.server";
import { sendExchangeEnded, sendInstructions, sendSettled } from "./return-letters.server";
import { returnableOrder, returnByNumber, startReturn } from "./returns.server";
import { returns } from "./returns.tables";
import { startAsMember } from "./start-as-member.server";
import { settleReturn } from "./settle-return.server";
import { arrivedAsAnnounced, usualSettlement } from "./settlement";

const { shop, db, staff, ups, seen, codeOf, shipped, rowOf } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const dana = memberAs("manager", "Dana");
const { email } = jo;

const TEE = ["Sprocket Tee", "M", "Ash"] as const;
const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;
const tee = await lineOf(shop, [...TEE]);
const gloves = await lineOf(shop, [...GLOVES]);
const DIFFERENCE = cents(26_40);
/** Makes the gloves `more` cents more expensive than the tee. */
async function priceGloves(more: number): Promise<void> {
  const set = { price: cents(tee.price + more), salePrice: null };
  await db.update(products).set(set).where(eq(products.id, gloves.product));
  await db.update(variants).set({ price: null, salePrice: null }).where(eq(variants.productId, gloves.product));
}
await priceGloves(DIFFERENCE);

async function posted(path: string, fields: Record<string, string>): Promise<string> {
  const headers = { origin: shop.address };
  const body = new URLSearchParams(fields);
  return (await app.fetch(new Request(new URL(path, shop.address), { method: "POST", body, headers }))).text();
}
const get = async (path: string) => textOf(await (await app.fetch(new Request(new URL(path, shop.address)))).text());

const wanted = (fields: Record<string, string> = {}) => ({
  "quantity-0": "1",
  "reason-0": "exchange",
  "exchange-0": "another",
  "other-0": "gauntlet",
  ...fields,
});

/** Value of the form's option for these gloves. */
async function offeredGloves(order: string, values = wanted()): Promise<string> {
  const { sold } = await returnableOrder(db, { order, email, values });
  const [line] = sold.lines;
  const choice = line?.variants.find(({ size, color, isOther }) => isOther && size === "M" && color === "Black");
  if (!choice) throw new Error("The gloves are not offered.");
  return `${choice.id}:${choice.difference}`;
}

/** Starts an exchange of a shipped tee for gloves. */
async function started() {
  const order = await shipped([[...TEE]]);
  const values = wanted({ "instead-0": await offeredGloves(order) });
  const back = await startReturn(
    shop,
    { order, email, round: "0", values },
    { now: new Date(), settings: shop.settings() },
  );
  return { order, back };
}
const found = async (back: string) => {
  const whole = await returnByNumber(db, back);
  if (!whole) throw new Error("no return");
  return whole;
};
async function receive(back: string): Promise<void> {
  const { row, lines } = await found(back);
  await receiveReturn(shop, { number: back, version: row.version, actor: staff }, arrivedAsAnnounced(lines));
}
async function settle(order: string, back: string, options = {}): Promise<void> {
  const { version } = (await found(back)).row;
  const step = { number: back, version, orderVersion: (await rowOf(order)).version, actor: staff };
  await settleReturn(shop, step, usualSettlement(await linesToSettle(db, back), options));
}
const changeOf = async (back: string) => {
  const change = await exchangeToPay(db, back);
  if (!change) throw new Error("no difference");
  return change;
};
const linkOf = async (back: string) => new URL(await changeLinks.address(shop, (await changeOf(back)).id)).pathname;
/** Presses "pay" on the page of the price difference; returns the gateway's payment request. */
async function askToPay(back: string): Promise<{ id: string; clientSecret: string }> {
  const { orderNumber } = await changeOf(back);
  await posted(await linkOf(back), { act: "pay", method: "Credit Card" });
  const [payment] = (await moneyOf(orderNumber)).payments.changes;
  const [request] = await db
    .select({ id: sandboxRequests.id, clientSecret: sandboxRequests.clientSecret })
    .from(sandboxRequests)
    .where(eq(sandboxRequests.id, payment?.gatewayId ?? ""));
  return request ?? { id: "", clientSecret: "" };
}
/** Pays the price difference; returns the address to which the gateway redirects. */
async function pay(back: string): Promise<string> {
  const { id, clientSecret } = await askToPay(back);
  await payWith(shop, cards.good, clientSecret);
  await settleIfReceived(shop, id);
  return afterPaying(id, clientSecret);
}
const afterPaying = (id: string, secret: string) =>
  `/order-success?payment_intent=${id}&payment_intent_client_secret=${secret}`;
async function moneyOf(order: string) {
  const money = await db.transaction((tx) => refundableMoney(tx, order));
  if (!money) throw new Error("no payments");
  return money;
}

/**
 * Expects that payments minus refunds equal the total minus the refunds that no change of the order caused, that no payment is
 * refunded by more than its amount, that stock has no drift, and that the sales in the ledger add up to the total.
 */
async function expectSound(order: string): Promise<void> {
  const money = await moneyOf(order);
  const { total } = await rowOf(order);
  const { captured, refunded, given } = await ledgerOf(db, order, money);
  expect(captured - refunded).toBe(total - given);
  for (const { left } of money.leftOf) expect(left).toBeGreaterThanOrEqual(0);
  expect([await stockDrift(db), await strayReservations(db)]).toEqual([[], []]);
  const events = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, order));
  const sold = events.filter(({ refundId, disputeId }) => refundId === null && disputeId === null);
  expect(sum(sold.map(({ amount }) => amount))).toBe(total);
}

test("[B-94] a guest exchanges a tee for gloves that cost $26.40 more, from the start of the return to the parcel", async () => {
  const order = await shipped([[...TEE]]);
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  const before = (await rowOf(order)).total;
  const start = { order, email, step: "start", round: "0", ...wanted() };

  // The step "look" lists the found goods without errors, also if no choice of `exchange-0` is sent.
  const { "exchange-0": _unset, ...named } = { ...start, step: "look" };
  for (const look of [{ ...start, step: "look" }, named]) {
    const looked = await posted("/return-or-exchange", look);
    expect(textOf(looked)).toContain("Gauntlet Leather Gloves, Black / M, $26.40 more");
    expect(textOf(looked)).not.toContain("Please choose one of these.");
    expect(looked).toMatch(/name="other-0"[^>]*value="gauntlet"/);
  }
  const unknown = { ...start, step: "look", "other-0": "qqxxzz" };
  expect(textOf(await posted("/return-or-exchange", unknown))).toContain("We found nothing by these words.");
  expect(textOf(await posted("/return-or-exchange", start))).toContain("Please choose one of these.");
  const answer = textOf(await posted("/return-or-exchange", { ...start, "instead-0": await offeredGloves(order) }));
  expect(answer).toMatch(/Return started.*\$26\.40 to pay/s);

  const [row] = await db.select().from(returns).where(eq(returns.orderNumber, order));
  const back = row?.number ?? "";
  expect(await leftOf(shop, [...GLOVES])).toBe(left - 1);
  // Reserved goods are not to be sent yet.
  expect((await db.select().from(orderFacts).where(eq(orderFacts.number, order)))[0]).toMatchObject({ piecesLeft: 0 });
  const { id: changeId } = await changeOf(back);
  await sendChangeLetter(shop, { changeId, letter: "asked" });
  expect(shop.letters.at(-1)).toMatchObject({
    to: email,
    subject: expect.stringContaining("To pay for your exchange"),
  });
  expect(shop.letters.at(-1)?.text).toContain(await linkOf(back));
  await sendInstructions(shop, back);
  expect(shop.letters.at(-1)?.text).toMatch(/costs \$26\.40 more than what you send back\. Pay that/);
  expect(shop.letters.at(-1)?.text).not.toContain("free of charge");
  expect(await get(await linkOf(back))).toMatch(/Your exchange.*You get.*Gauntlet Leather Gloves.*\$26\.40/s);
  expect(textOf(await posted("/order-status", { order, email }))).toContain("$26.40 to pay until");
  await expectSound(order);
  const [variantId = 0] = (await offeredGloves(order)).split(":").map(Number);
  expect(await heldFor(db, variantId)).toContainEqual({ reference: back, quantity: 1 });

  // A return cannot be settled before the difference is paid or expired: nobody gets gloves at the price of a tee.
  await receive(back);
  expect(await codeOf(settle(order, back))).toBe("change-open");
  const paid = await pay(back);
  expect((await rowOf(order)).total).toBe(before + DIFFERENCE);
  // The parcel is here: nothing is to be sent back in time.
  expect(await get(paid)).toMatch(/Your exchange is paid.*says how your exchange stands/s);
  expect(await get(paid)).not.toContain("Send your parcel back");
  expect(await get(paid)).not.toContain("Your order is changed");
  await sendChangeLetter(shop, { changeId, letter: "changed" });
  expect(shop.letters.at(-1)?.subject).toContain("Your exchange is paid");
  expect(await get(await linkOf(back))).toContain("What you want instead is kept for you");
  expect((await orderByNumber(db, order))?.summary.namedFees).toEqual([
    { name: "Exchange for Gauntlet Leather Gloves, Black, M", amount: DIFFERENCE },
  ]);
  await expectSound(order);

  await settle(order, back);
  expect(await get(paid)).toMatch(/Your exchange is paid.*says how your exchange stands/s);
  await sendSettled(shop, back);
  expect(shop.letters.at(-1)?.text).toContain("Exchange for Gauntlet Leather Gloves, Black / M");
  expect(shop.letters.at(-1)?.text).toContain("the $26.40 that it costs more is paid");
  expect(shop.letters.at(-1)?.text).not.toContain("free of charge");
  const page = await officeAs(shop, dana).text(`/orders/${order}`);
  expect(page).toMatch(/Paid [^.]*\. Returned, 1 piece to send instead\./);
  expect(page).toMatch(
    /Letter "Your exchange is paid".*The shopper began to pay for the exchange.*Letter "To pay for/s,
  );
  const packerPage = await officeAs(shop, memberAs("packer", "Pat")).text(`/orders/${order}`);
  expect(packerPage).toContain("The exchange of return");
  expect(packerPage).not.toContain("$");
  expect((await db.select().from(orderFacts).where(eq(orderFacts.number, order)))[0]).toMatchObject({ piecesLeft: 1 });
  await sendReplacements(shop, await seen(order), { return: back }, ups);
  expect((await parcelsOf(db, order)).at(-1)?.lines).toMatchObject([
    { position: 0, quantity: 1, instead: { name: "Gauntlet Leather Gloves", size: "M", color: "Black" } },
  ]);
  await sendShipped(shop, (await parcelsOf(db, order)).at(-1)?.id ?? 0);
  expect(shop.letters.at(-1)?.text).toContain("Gauntlet Leather Gloves");
  expect(shop.letters.at(-1)?.text).not.toContain("$");
  expect(textOf(await posted("/order-status", { order, email }))).toContain("Gauntlet Leather Gloves (Black / M)");
  expect(await leftOf(shop, [...GLOVES])).toBe(left - 1);
  expect(await refundsOf(db, order)).toEqual([]);
  await expectSound(order);
});

test("a member resends the link to an unpaid difference, once per form; after the payment this is refused", async () => {
  const { order, back } = await started();
  const { id } = await changeOf(back);
  const kim = officeAs(shop, await testMember(shop, "manager", "Kim"));
  const path = `/returns/${back}/link-again`;
  expect(await (await kim.fetch(`/returns/${back}`)).text()).toContain(path);
  const form = fieldsIn(formIn(await (await kim.fetch(path)).text(), 'name="orderVersion"'));
  const answers = [await kim.post(path, form), await kim.post(path, form)];
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  const again = { changeId: id, letter: "asked", again: 1 };
  expect(shop.payloads.filter(({ payload }) => JSON.stringify(payload) === JSON.stringify(again))).toHaveLength(1);
  await sendChangeLetter(shop, { changeId: id, letter: "asked", again: 1 });
  expect(shop.letters.at(-1)?.text).toContain(await linkOf(back));

  await pay(back);
  expect((await kim.post(path, { ...form, submission: crypto.randomUUID() })).status).toBe(409);
  expect(await kim.text(path)).not.toContain("Send the link again");
  expect(await kim.text(`/returns/${back}`)).not.toContain("Send the link again");
  await receive(back);
  await settle(order, back);
});

test("exchanging for another size at the same list price is free, whatever was paid; at another list price it costs the difference", async () => {
  const order = await shipped([[...TEE]]);
  const set = (change: number) =>
    db
      .update(variants)
      .set({ price: sql`${variants.price} + ${change}` })
      .where(eq(variants.productId, tee.product));
  await set(-2_00);
  const { sold } = await returnableOrder(db, { order, email });
  await set(2_00);
  const sizes = sold.lines[0]?.variants.filter(({ color }) => color === "Ash");
  expect(sizes?.map(({ size, difference }) => [size, difference])).toEqual([
    ["S", 0],
    ["L", 0],
    ["XL", 0],
    ["2XL", 0],
    ["3XL", 2_00],
  ]);
});

test("gloves sent in exchange for a tee and then lost are sent again as gloves: order, letters and parcel name them", async () => {
  const { order, back } = await started();
  await pay(back);
  await receive(back);
  await settle(order, back);
  await sendReplacements(shop, await seen(order), { return: back }, ups);
  const parcelId = (await parcelsOf(db, order)).at(-1)?.id ?? 0;
  await loseParcel(shop, await seen(order), parcelId);
  expect((await lostForm(shop, dana, order, parcelId))?.lines).toMatchObject([
    { name: "Gauntlet Leather Gloves, Black, M" },
  ]);
  const { version } = await seen(order);
  const lines = [{ position: 0, quantity: 1 }];
  await sendLostAgain(shop, await seen(order), { parcelId, pieces: lines });
  await sendLost(shop, { number: order, version, parcelId, lines });

  const instead = { name: "Gauntlet Leather Gloves", size: "M", color: "Black" };
  expect(shop.letters.at(-1)?.text).toContain(instead.name);
  expect(shop.letters.at(-1)?.text).not.toContain(TEE[0]);
  expect((await replacementsOf(db, order)).at(-1)).toMatchObject({ ...instead, productId: gloves.product });
  await sendReplacements(shop, await seen(order), { lost: parcelId }, ups);
  const again = (await parcelsOf(db, order)).at(-1);
  expect(again?.lines).toMatchObject([{ isAgain: true, instead }]);
  await sendShipped(shop, again?.id ?? 0);
  expect(shop.letters.at(-1)?.text).toContain(instead.name);
  expect(shop.letters.at(-1)?.text).not.toContain(TEE[0]);
  await expectSound(order);
});

test("cheaper exchange goods are reserved without a payment, and the difference is refunded when the return is settled", async () => {
  await priceGloves(-5_00);
  const { order, back } = await started();
  await priceGloves(DIFFERENCE);
  expect(await exchangeToPay(db, back)).toBeUndefined();
  await expectSound(order);

  await receive(back);
  await settle(order, back);
  expect((await refundsOf(db, order)).map(({ amount, cause }) => [amount, cause])).toEqual([[5_00, `return:${back}`]]);
  await sendSettled(shop, back);
  expect(shop.letters.at(-1)?.text).toMatch(/Difference of your exchange:? \$5\.00/);
  await expectSound(order);

  // The goods are not sent after all: exactly the rest is refunded.
  const { taken } = await moneyOf(order);
  await refundReplacements(shop, await seen(order), { return: back });
  expect(sum((await refundsOf(db, order)).map(({ amount }) => amount))).toBeLessThanOrEqual(taken);
  expect(sum((await refundsOf(db, order)).map(({ amount }) => amount))).toBe(tee.price);
  await expectSound(order);
});

test("a price difference that is never paid expires: the gloves are released, and the return continues as a refund", async () => {
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  const { order, back } = await started();
  const { id } = await changeOf(back);
  await reconcilePayments(shop, new Date(Date.now() + 73 * HOUR));

  expect(await exchangeToPay(db, back)).toBeUndefined();
  expect(await leftOf(shop, [...GLOVES])).toBe(left);
  await sendChangeLetter(shop, { changeId: id, letter: "ended" });
  expect(shop.letters.at(-1)?.text).toContain("Your return goes on");
  await receive(back);
  await settle(order, back);
  expect(sum((await refundsOf(db, order)).map(({ amount }) => amount))).toBe(tee.price);
  await expectSound(order);
});

test("when pieces of a paid exchange are not returned in time, or the return is refused, its payment is refunded once", async () => {
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  const late = await started();
  const paid = await pay(late.back);
  const [kept] = await replacementsOf(db, late.order);
  const until = wholeDate(kept?.endsAt ?? "", shop.settings().timeZone);
  expect(await get(paid)).toMatch(
    new RegExp(`Your exchange is paid.*Send your parcel back in time.*kept for you until ${until}\\.`, "s"),
  );
  const over = new Date(Date.now() + (KEPT_DAYS * 24 + 1) * HOUR);
  await Promise.all([reconcilePayments(shop, over), reconcilePayments(shop, over)]);
  await sendExchangeEnded(shop, late.back);
  await sendExchangeEnded(shop, late.back);
  expect(shop.letters.at(-1)?.text).toContain("The difference of $26.40 that you paid goes back to you");

  const refused = await started();
  await pay(refused.back);
  const { version } = (await found(refused.back)).row;
  const form = { submission: crypto.randomUUID(), number: refused.back, version };
  await refuseReturn(shop, dana, form, "It was worn.");

  for (const { order } of [late, refused]) {
    expect((await refundsOf(db, order)).map(({ amount }) => amount)).toEqual([DIFFERENCE]);
    expect((await rowOf(order)).total).toBe((await moneyOf(order)).taken - DIFFERENCE);
    await expectSound(order);
  }
  expect(await leftOf(shop, [...GLOVES])).toBe(left);
});

test("a difference that the gateway received, but has not reported when the return is refused, is refunded once", async () => {
  const { order, back } = await started();
  const { id, clientSecret } = await askToPay(back);
  const change = await changeOf(back);
  await payWith(shop, cards.good, clientSecret);
  // The gateway has received the money, but sent no webhook. If this refusal fails, it is repeated after the payment is settled.
  const { version } = (await found(back)).row;
  await refuseReturn(shop, dana, { submission: crypto.randomUUID(), number: back, version }, "It was worn.").catch(
    () => undefined,
  );
  await settleChange(shop, id);
  const { version: now } = (await found(back)).row;
  if ((await found(back)).row.state === "started")
    await refuseReturn(shop, dana, { submission: crypto.randomUUID(), number: back, version: now }, "It was worn.");
  expect((await refundsOf(db, order)).map(({ amount }) => amount)).toEqual([change.difference]);
  await expectSound(order);
});

const goodwillOf = (amount: number) => ({
  lines: [],
  goodwill: cents(amount),
  cause: crypto.randomUUID(),
  restock: false,
});
const refundedOf = async (order: string) => sum((await refundsOf(db, order)).map(({ amount }) => amount));

test("a paid difference is refunded once: refunding an order's fees does not include it", async () => {
  const { order, back } = await started();
  await pay(back);
  const fees = { lines: [], fees: true, cause: crypto.randomUUID(), restock: false };
  expect(await codeOf(refundLines(shop, await seen(order), fees))).toBe("more-than-left");
  const { version } = (await found(back)).row;
  await refuseReturn(shop, dana, { submission: crypto.randomUUID(), number: back, version }, "It was worn.");
  expect(await refundedOf(order)).toBe(DIFFERENCE);
  await expectSound(order);
});

/** Today's figures: of all sales, of each category, of the gloves, and by tax category. */
async function figuresToday() {
  const today = dayIn(new Date(), shop.settings().timeZone);
  const period = { from: today, to: today, before: null, open: null };
  return {
    sums: added((await salesByDay(shop, dana, [period]))[0]?.map((day) => day.sums) ?? []),
    nets: new Map(
      (await salesBy(shop, dana, "category", { period, most: 100 })).rows.map(({ key, sums }) => [key, netOf(sums)]),
    ),
    gloves: (await salesBy(shop, dana, "product", { period, most: 100, filter: { product: gloves.product } })).all,
    tax: new Map((await taxCollected(shop, dana, period)).map(({ kind, sales }) => [kind, sales])),
  };
}

test("a paid difference counts as a sale of the exchange goods, in net sales, their category and their tax category, and is refunded with them", async () => {
  const { order, back } = await started();
  const before = await figuresToday();
  await pay(back);
  const after = await figuresToday();
  expect(after.sums).toMatchObject({ fees: before.sums.fees, changes: before.sums.changes + DIFFERENCE });
  expect(netOf(after.gloves) - netOf(before.gloves)).toBe(DIFFERENCE);
  expect((after.tax.get("protective") ?? 0) - (before.tax.get("protective") ?? 0)).toBe(DIFFERENCE);
  const moved = [...after.nets].filter(([key, net]) => net !== before.nets.get(key));
  expect(moved).toEqual([["Gloves", (before.nets.get("Gloves") ?? 0) + DIFFERENCE]]);
  await expectSound(order);

  const { version } = (await found(back)).row;
  await refuseReturn(shop, dana, { submission: crypto.randomUUID(), number: back, version }, "It was worn.");
  expect((await figuresToday()).sums).toEqual(before.sums);
});

/** Refunds an amount at the gateway itself, from the newest payment first. */
async function refundAtGateway(order: string, amount: Cents): Promise<void> {
  const { payments, leftOf } = await moneyOf(order);
  for (const { paymentId, amount: part } of takenFrom(leftOf, amount)) {
    const requestId = [payments.first, ...payments.changes].find(({ id }) => id === paymentId)?.gatewayId ?? "";
    await shop.payments.refund(requestId, part, crypto.randomUUID());
    const event = { id: `evt_${crypto.randomUUID()}`, type: "any", requestId };
    await handleGatewayEvent(shop, { ...event, kind: "refund-changed" });
  }
}
const loseDispute = (order: string, amount: Cents) => {
  const disputeId = crypto.randomUUID();
  const once = { details: { disputeId, amount }, onceKey: `dispute-lost:${disputeId}` };
  return db.transaction((tx) => recordEvent(tx, order, "dispute-lost", { kind: "gateway" }, once));
};

test.each([
  ["refunded at the gateway", refundAtGateway],
  ["lost in disputes", loseDispute],
])(
  "when the payments of an order are %s, the paid difference of its exchange is subtracted from the sales of the exchange goods",
  async (_, goesBack) => {
    const { order, back } = await started();
    const before = await figuresToday();
    await pay(back);
    const { taken } = await moneyOf(order);
    const half = cents(Math.floor(taken / 2));

    for (const [amount, left] of [
      [half, DIFFERENCE / 2],
      [cents(taken - half), 0],
    ] as const) {
      await goesBack(order, amount);
      const now = await figuresToday();
      for (const difference of [
        netOf(now.gloves) - netOf(before.gloves),
        (now.tax.get("protective") ?? 0) - (before.tax.get("protective") ?? 0),
      ])
        expect(Math.abs(difference - left)).toBeLessThanOrEqual(1);
      expect(now.sums).toMatchObject({ fees: before.sums.fees, goodwill: before.sums.goodwill });
    }
    const now = await figuresToday();
    expect(netOf(now.gloves)).toBe(netOf(before.gloves));
    expect(totalOf(before.sums) - totalOf(now.sums)).toBe(taken - DIFFERENCE);
  },
);

test.each([
  [0, "The difference that you paid was given back to you before."],
  [10_00, "Of the difference that you paid $10.00 goes back to you"],
])(
  "an exchange ends after its last day, also if all of its order but %i cents was refunded before; its letter says what is still refunded",
  async (left, told) => {
    const { order, back } = await started();
    await pay(back);
    await refundLines(shop, await seen(order), goodwillOf((await moneyOf(order)).left - left));
    await reconcilePayments(shop, new Date(Date.now() + (KEPT_DAYS * 24 + 1) * HOUR));
    await sendExchangeEnded(shop, back);
    expect(shop.letters.at(-1)?.text.replace(/\s+/g, " ")).toContain(told);
    expect((await replacementsOf(db, order)).map(({ state }) => state)).toEqual(["ended"]);
    expect((await moneyOf(order)).left).toBe(0);
    await expectSound(order);
  },
);

test("pieces exchanged for cheaper goods are refunded without the difference that was refunded before", async () => {
  await priceGloves(-5_00);
  const { order, back } = await started();
  await priceGloves(DIFFERENCE);
  await receive(back);
  await settle(order, back);
  await sendReplacements(shop, await seen(order), { return: back }, ups);
  const pieces = (amount?: number) => ({
    lines: [{ position: 0, quantity: 1, ...(amount !== undefined && { amount: cents(amount) }) }],
    cause: crypto.randomUUID(),
    restock: false,
  });
  expect(await codeOf(refundLines(shop, await seen(order), pieces(tee.price)))).toBe("more-than-left");
  await refundLines(shop, await seen(order), pieces());
  expect(await refundedOf(order)).toBe(tee.price);
  await expectSound(order);
});

test("an exchange reserves at most half of a variant's stock: of four pieces it cannot have four, but two", async () => {
  const order = await shipped([[...TEE, 4]]);
  const [variantId = 0] = (await offeredGloves(order)).split(":").map(Number);
  const before = (await leftOf(shop, [...GLOVES])) ?? 0;
  await db.transaction(async (tx) => {
    await reserve(tx, [{ variantId, quantity: before - 4 }], "tests", staff);
    await sell(tx, "tests", staff);
  });
  const start = (pieces: number) =>
    startReturn(
      shop,
      {
        order,
        email,
        round: "0",
        values: wanted({ "quantity-0": `${pieces}`, "instead-0": `${variantId}:${DIFFERENCE}` }),
      },
      { now: new Date(), settings: shop.settings() },
    );
  expect(await codeOf(start(4))).toBe("input-invalid");
  expect(await codeOf(start(2))).toBe("done");
  expect(await leftOf(shop, [...GLOVES])).toBe(2);
  const [back] = await db.select().from(returns).where(eq(returns.orderNumber, order));
  await endChange(shop, (await changeOf(back?.number ?? "")).id, { by: "member", actor: actorOf(dana) });
  await db.transaction((tx) => returnToStock(tx, [{ variantId, quantity: before - 4 }], "tests", staff));
});

test("two guests want the last piece: one gets it, the other has to choose again", async () => {
  const [one, two] = [await shipped([[...TEE]]), await shipped([[...TEE]])];
  const before = (await leftOf(shop, [...GLOVES])) ?? 0;
  const [variantId = 0] = (await offeredGloves(one)).split(":").map(Number);
  await db.transaction(async (tx) => {
    await reserve(tx, [{ variantId, quantity: before - 1 }], "tests", staff);
    await sell(tx, "tests", staff);
  });
  const start = async (order: string) =>
    startReturn(
      shop,
      { order, email, round: "0", values: wanted({ "instead-0": `${variantId}:${DIFFERENCE}` }) },
      { now: new Date(), settings: shop.settings() },
    );
  const codes = await Promise.all([codeOf(start(one)), codeOf(start(two))]);
  expect(codes.toSorted()).toEqual(["done", "input-invalid"]);
  expect(await leftOf(shop, [...GLOVES])).toBe(0);
  const [back] = await db
    .select()
    .from(returns)
    .where(eq(returns.orderNumber, codes[0] === "done" ? one : two));
  await endChange(shop, (await changeOf(back?.number ?? "")).id, { by: "member", actor: actorOf(dana) });
  expect(await leftOf(shop, [...GLOVES])).toBe(1);
  await db.transaction((tx) => returnToStock(tx, [{ variantId, quantity: before - 1 }], "tests", staff));
});

test("a difference that expires while the browser and two webhooks report its payment is either kept or refunded", async () => {
  const { order, back } = await started();
  const change = await changeOf(back);
  const { id, clientSecret } = await askToPay(back);
  await payWith(shop, cards.good, clientSecret);
  const event = { id: `evt_${back}`, type: "any", requestId: id, kind: "payment-changed" as const };
  await Promise.all([
    endChange(shop, change.id, { by: "time" }),
    settleIfReceived(shop, id),
    handleGatewayEvent(shop, event),
    handleGatewayEvent(shop, event),
  ]);
  await reconcilePayments(shop, new Date(Date.now() + HOUR));
  const kept = (await replacementsOf(db, order)).filter(({ state }) => state === "reserved");
  const given = sum((await refundsOf(db, order)).map(({ amount }) => amount));
  expect([kept.length, given]).toEqual(given === 0 ? [1, 0] : [0, change.difference]);
  await expectSound(order);
});

test("a member exchanges a tee for another product, found by the form's search, and the shopper pays the difference by a link", async () => {
  const order = await shipped([[...TEE]]);
  const pat = officeAs(shop, await testMember(shop, "manager", "Pat"));
  const path = `/returns/new?order=${order}`;
  const fields = fieldsIn(formIn(await (await pat.fetch(path)).text(), 'name="round"'));
  const asked = { ...fields, "quantity-0": "1", "reason-0": "exchange", "other-0": "gauntlet", step: "look" };

  expect(textOf(await (await pat.post(path, { ...asked, "other-0": "qqxxzz" })).text())).toContain(
    "We found nothing by these words.",
  );
  const looked = await (await pat.post(path, asked)).text();
  expect(textOf(looked)).toContain("Gauntlet Leather Gloves, Black / M, $26.40 more");
  const again = fieldsIn(formIn(looked, 'name="round"'));
  const start = { ...again, "quantity-0": "1", "reason-0": "exchange", "exchange-0": "another", "other-0": "gauntlet" };
  // The found goods stay listed when no option was chosen, or when the shown difference has changed.
  for (const instead of ["", `${gloves.product}:1`]) {
    const refused = textOf(await (await pat.post(path, { ...start, "instead-0": instead })).text());
    expect(refused).toContain("Please choose");
    expect(refused).toContain("Gauntlet Leather Gloves, Black / M, $26.40 more");
  }
  const chosen = { ...start, "instead-0": await offeredGloves(order) };
  const done = await pat.post(path, chosen);
  const back = /R\d{7}/.exec(done.headers.get("location") ?? "")?.[0] ?? "";
  expect((await pat.post(path, chosen)).headers.get("location")).toBe(done.headers.get("location"));
  expect((await changeOf(back)).difference).toBe(DIFFERENCE);
  expect(textOf(await pat.text(`/returns/${back}`))).toContain("waits for its payment");
  expect(textOf(await posted("/order-status", { order, email }))).toContain("$26.40 to pay until");

  await get(await pay(back));
  expect(textOf(await pat.text(`/returns/${back}`))).toMatch(/Difference.*\$26\.40.*paid/s);
  expect(textOf(await posted("/order-status", { order, email }))).not.toContain("to pay until");
  await receive(back);
  await settle(order, back);
  await expectSound(order);
});

/** Records what the gateway tells of a dispute. */
test("a won dispute bars no exchange; an open or a lost dispute does", async () => {
  const order = await shipped([[...TEE]]);
  const offers = async () => (await posted("/return-or-exchange", { order, email })).includes('value="exchange"');
  await disputed(shop, order, { id: "du_won", state: "to-answer" });
  expect(await offers()).toBe(false);
  await disputed(shop, order, { id: "du_won", state: "won" });
  expect(await offers()).toBe(true);
  await disputed(shop, order, { id: "du_late", state: "won" });
  expect(await offers()).toBe(true);
  await disputed(shop, order, { id: "du_lost", state: "lost" });
  expect(await offers()).toBe(false);
});

test("while the payment is disputed at the bank, only a member can start an exchange", async () => {
  const order = await shipped([[...TEE]]);
  const left = await leftOf(shop, [...GLOVES]);
  const values = wanted({ "instead-0": await offeredGloves(order) });
  await disputed(shop, order, { id: "du_2", state: "to-answer" });
  const found = await posted("/return-or-exchange", { order, email });
  expect(found).toContain('value="too-small"');
  expect(found).not.toContain('value="exchange"');
  const refused = await posted("/return-or-exchange", { order, email, step: "start", round: "0", ...values });
  expect(textOf(refused)).toContain("Your bank has asked us about the payment of this order");
  expect(await db.select().from(returns).where(eq(returns.orderNumber, order))).toEqual([]);
  expect(await leftOf(shop, [...GLOVES])).toBe(left);

  const form = { submission: crypto.randomUUID(), number: order };
  const back = await startAsMember(shop, dana, form, { round: "0", values, isHere: false });
  expect((await changeOf(back)).difference).toBe(DIFFERENCE);
  await endChange(shop, (await changeOf(back)).id, { by: "member", actor: actorOf(dana) });
});

test("a return that is too small asks what is wanted instead, offers the next size first, and starts nothing without an answer", async () => {
  const order = await shipped([[...TEE]]);
  const start = { order, email, step: "start", round: "0", "quantity-0": "1", "reason-0": "too-small" };
  const asked = await posted("/return-or-exchange", { ...start, "wish-0": "" });
  expect(textOf(asked)).toContain("Please choose what you would like.");
  // The exchange stands before the money.
  expect(asked.indexOf('value="exchange"')).toBeLessThan(asked.indexOf('value="money"'));
  expect(await db.select().from(returns).where(eq(returns.orderNumber, order))).toEqual([]);

  const { sold } = await returnableOrder(db, { order, email });
  const large = sold.lines[0]?.variants.find(({ size, color }) => size === "L" && color === TEE[2]);
  const [line] = linesToChoose((await returnableOrder(db, { order, email })).order, sold, new Date(), shop.settings());
  expect(line?.next["too-small"]).toBe(`${large?.id}:0`);
  const started = textOf(
    await posted("/return-or-exchange", { ...start, "wish-0": "exchange", "exchange-0": `${large?.id}:0` }),
  );
  expect(started).toMatch(
    /Sprocket Tee, Ash \/ L is kept for you until \w+ \d+, \d{4}, and leaves once your parcel is here\./,
  );

  const [back] = await db.select().from(returns).where(eq(returns.orderNumber, order));
  const number = back?.number ?? "";
  expect((await found(number)).lines).toMatchObject([{ reason: "too-small", exchangeVariantId: large?.id }]);
  await receive(number);
  await settle(order, number);
  const [replacement] = await replacementsOf(db, order);
  expect(replacement).toMatchObject({ size: "L", state: "waiting" });
  expect(await refundsOf(db, order)).toEqual([]);
  await expectSound(order);
});

test("an exchange whose price difference has changed since it was shown is refused with a message, and no return is started", async () => {
  const order = await shipped([[...TEE]]);
  const value = (await offeredGloves(order)).replace(/:.*/, ":100");
  const page = textOf(
    await posted("/return-or-exchange", { order, email, step: "start", round: "0", ...wanted({ "instead-0": value }) }),
  );
  expect(page).toContain("It costs something else now, or is not sold any more. Please choose again.");
  expect(await db.select().from(returns).where(eq(returns.orderNumber, order))).toEqual([]);
});
