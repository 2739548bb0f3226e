import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { disputed } from "~/testing/disputes.server";
import { cardBooks, openCard } from "~/testing/gift-cards.server";
import { memberAs } from "~/testing/members.server";
import { cards, payWith } from "~/testing/riders.server";
import { typedGiftCardCode } from "~/shop/gift-cards/gift-card-code";
import { cardById, cardsByCodes } from "~/shop/gift-cards/gift-cards.server";
import { giftCardEntries, giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { giftCardMonths } from "~/shop/figures/gift-card-sums.server";
import { cents, sum } from "~/shop/money";
import { paymentsOf, takenBy } from "~/shop/payments/order-payments.server";
import { refunds, sandboxRequests } from "~/shop/payments/payments.tables";
import { refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { sandboxBooks } from "~/shop/payments/sandbox-books.server";
import { dayIn } from "~/shop/shop-time";
import { askForChange } from "../changes/ask-for-change.server";
import { changeAsMember } from "../changes/change-as-member.server";
import { waitingChangeOf } from "../changes/open-change.server";
import { previewOfChange } from "../changes/make-change.server";
import { settleChange } from "../changes/settle-change.server";
import { creditCardsOf, madeCredit } from "../gift-cards/credit-cards.server";
import { sendGiftCard, type SendGiftCard, SEND_GIFT_CARD } from "../gift-cards/gift-card-letters.server";
import { closeGiftCard, correctRecipient, openGiftCard } from "../gift-cards/give-gift-card.server";
import { saleEvents } from "../ledger/sale-events.tables";
import { exportOrders } from "../list/export-orders.server";
import { everyOrder } from "../list/order-filter";
import { orderEvents, orders } from "../orders.tables";
import { handleGatewayEvent } from "../settling/handle-gateway-event.server";
import { executeRefund } from "./execute-refund.server";
import { refundAsMember } from "./refund-as-member.server";
import { EXECUTE_REFUND } from "./request-refund.server";
import { settleRefunds } from "./settle-refunds.server";

const { shop, db, bought, tee, stateOf, codeOf, rowOf } = await openBoughtOrders();
await openChangePayments(shop);
const owner = memberAs("owner", "Dana");
const AGREED = "Agreed to it by telephone";

const formOf = async (number: string) => ({ submission: randomUUID(), number, version: (await rowOf(number)).version });
const piece = { lines: [{ position: 0, quantity: 1 }], restock: false };
const goodwill = (amount: number) => ({ lines: [], goodwill: cents(amount), restock: false });
const credit = async (number: string, wanted: Parameters<typeof refundAsMember>[3] = piece) =>
  refundAsMember(shop, owner, await formOf(number), { ...wanted, agreed: AGREED });

/** Cards of an order's store credit with what they are worth, the oldest first. */
async function creditsOf(number: string) {
  const ids = [...new Set([...(await creditCardsOf(db, number)).values()].map(({ cardId }) => cardId))];
  const found = await Promise.all(ids.map((id) => cardById(db, id)));
  return found.flatMap((card) => card ?? []).toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime());
}
async function creditOf(number: string) {
  const [card] = await creditsOf(number);
  if (!card) throw new Error("no store credit");
  return card;
}
const formOfCard = async (id: string) => ({
  submission: randomUUID(),
  id,
  version: (await cardById(db, id))?.version ?? 0,
});
/** Refunds of an order as text, the oldest first. */
const backOf = async (number: string) =>
  (await refundsOf(db, number)).map(({ onto, amount, state }) => `${onto} ${amount} ${state}`);
const leftOf = (number: string) => db.transaction((tx) => refundableMoney(tx, number));
const firstOf = async (number: string) => {
  const first = (await paymentsOf(db, number))?.first;
  if (!first?.gatewayId) throw new Error("no payment");
  return { ...first, gatewayId: first.gatewayId };
};
/** Amount that the sandbox has given back of the order's first payment, in cents. */
async function backAtGateway(number: string): Promise<number> {
  const { gatewayId } = await firstOf(number);
  const [request] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.id, gatewayId));
  return request?.refunded ?? 0;
}
const refundJobsOf = async (number: string) => {
  const own = new Set((await refundsOf(db, number)).map(({ id }) => id));
  return shop.payloads.filter(
    ({ name, payload }) => name === EXECUTE_REFUND && own.has((payload as { refundId: string }).refundId),
  );
};
async function work(number: string): Promise<void> {
  for (const { payload } of await refundJobsOf(number))
    await executeRefund(shop, (payload as { refundId: string }).refundId);
}
/** Runs the letters of cards that were enqueued; returns those sent. */
async function sent() {
  const before = shop.letters.length;
  for (const { name, payload } of shop.payloads.splice(0))
    if (name === SEND_GIFT_CARD) await sendGiftCard(shop, payload as SendGiftCard);
  return shop.letters.slice(before);
}
const codeIn = (text = ""): string => {
  const typed = typedGiftCardCode(/(?:[2-9A-Z]{4}-){4}[2-9A-Z]/.exec(text)?.[0] ?? "");
  if (typed.is !== "gift-card") throw new Error("The letter has no code.");
  return typed.code;
};
/** Refunds an amount at the gateway itself, of which the shop hears. */
async function refundAtGateway(number: string, amount: number): Promise<void> {
  const { gatewayId: requestId } = await firstOf(number);
  await shop.payments.refund(requestId, cents(amount), `at the gateway ${randomUUID()}`);
  await handleGatewayEvent(shop, { id: randomUUID(), type: "any", requestId, kind: "refund-changed" });
}
const ledgerOf = async (number: string): Promise<number> => {
  const rows = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number));
  return sum(rows.filter(({ kind }) => kind !== "dispute").map(({ amount }) => amount));
};

describe("store credit", () => {
  test("[B-130] is done in one step with its card: nothing is asked of the gateway, and the letter has the code and says what was agreed", async () => {
    const number = await bought([[...tee, 2]]);
    const total = (await firstOf(number)).amount;
    await sent();
    await credit(number);

    const card = await creditOf(number);
    const [refund] = await refundsOf(db, number);
    expect(refund).toMatchObject({ id: card.id, onto: "gift-card", state: "done", gatewayId: null, agreed: AGREED });
    expect(refund?.memberId).toBe(owner.id);
    expect(await cardBooks(shop, card)).toEqual({ left: refund?.amount, entries: [`given-back ${refund?.amount}`] });
    expect(card).toMatchObject({ live: false, state: "open", email: (await rowOf(number)).email, reason: "" });
    expect([await refundJobsOf(number), await backAtGateway(number)]).toEqual([[], 0]);
    expect((await leftOf(number))?.left).toBe(total - (refund?.amount ?? 0));
    expect(await ledgerOf(number)).toBe(total - (refund?.amount ?? 0));
    expect(await stateOf(number)).toBe("partly-refunded");

    const [letter, ...more] = await sent();
    expect([letter?.to, more]).toEqual([card.email, []]);
    expect(letter?.subject).toContain("store credit");
    expect(letter?.text).toContain("You agreed to store credit in place of money back for your order");
    expect(letter?.text).not.toContain(AGREED);
    const [found] = await cardsByCodes(shop, [codeIn(letter?.text)]);
    expect(found?.id).toBe(card.id);
    const kinds = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number));
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["refund-asked", "refunded", "gift-card-sent"]),
    );
  });

  test("a form that is sent twice, and two members at once, give it once", async () => {
    const number = await bought([[...tee, 2]]);
    const [one, other] = [await formOf(number), await formOf(number)];
    const [first, again, others] = await Promise.all(
      [one, one, other].map((form) => codeOf(refundAsMember(shop, owner, form, { ...piece, agreed: AGREED }))),
    );
    // Either member may be first; a form that is sent twice has one answer.
    expect(again).toBe(first);
    expect([first, others].toSorted()).toEqual(["done", "edited-meanwhile"]);
    expect([await creditsOf(number), await refundsOf(db, number)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test("an act that dies at its last step leaves no card, no refund and no letter; pressed again, it is done", async () => {
    const number = await bought([[...tee, 2]]);
    await sent();
    const before = await db.$count(giftCards);
    const form = await formOf(number);
    const enqueue: typeof shop.jobs.enqueue = () => Promise.reject(new Error("killed"));
    const dying = { ...shop, jobs: { ...shop.jobs, enqueue } };
    await expect(refundAsMember(dying, owner, form, { ...piece, agreed: AGREED })).rejects.toThrow("killed");
    expect([await refundsOf(db, number), await db.$count(giftCards), await sent()]).toEqual([[], before, []]);

    await refundAsMember(shop, owner, form, { ...piece, agreed: AGREED });
    expect(await sent()).toHaveLength(1);
  });

  test("no refund is stored onto a card that was not made with it, nor is one left to be asked for", async () => {
    const { id: paymentId } = await firstOf(await bought([[...tee, 1]]));
    const row = { id: randomUUID(), paymentId, cause: "by hand", amount: cents(1_00), onto: "gift-card" as const };
    const constraintOf = (state: "done" | "requested") =>
      db
        .insert(refunds)
        .values({ ...row, state })
        .then(
          () => "stored",
          (error: unknown) => String((error as { cause?: { constraint?: string } }).cause?.constraint),
        );
    expect(await constraintOf("done")).toBe("store_credit_has_its_card");
    expect(await constraintOf("requested")).toBe("store_credit_is_done_at_once");
  });

  test("the gateway gets no more than the rest afterwards, whoever asks, and hears nothing of the credit", async () => {
    const number = await bought([[...tee, 2]]);
    const total = (await firstOf(number)).amount;
    await credit(number, goodwill(10_00));
    const { id } = await creditOf(number);
    await executeRefund(shop, id);
    await settleRefunds(shop, new Date(Date.now() + HOUR));
    expect(await backAtGateway(number)).toBe(0);
    expect(shop.letters.filter(({ key }) => key.includes(`order-refunded-${id}`))).toEqual([]);

    const tooMuch = refundAsMember(shop, owner, await formOf(number), goodwill(total - 10_00 + 1));
    expect(await codeOf(tooMuch)).toBe("more-money-than-left");
    await refundAsMember(shop, owner, await formOf(number), goodwill(total - 10_00));
    await work(number);
    expect(await backAtGateway(number)).toBe(total - 10_00);
    expect(await backOf(number)).toEqual(["gift-card 1000 done", `gateway ${total - 10_00} done`]);
    expect((await leftOf(number))?.left).toBe(0);
  });

  test("[B-127] takes only what no gift card had paid: that goes back onto the card it came from", async () => {
    const card = await openCard(shop, 20_00);
    const number = await bought([[...tee, 2]], { giftCards: [card.code] });
    const first = await firstOf(number);
    await credit(number, goodwill(first.amount + 5_00));
    await work(number);

    // Refunds of one act have one time.
    expect((await backOf(number)).toSorted()).toEqual(["gateway 500 done", `gift-card ${first.amount} done`]);
    expect((await creditOf(number)).left).toBe(first.amount);
    expect((await cardBooks(shop, card)).left).toBe(5_00);
    expect(await backAtGateway(number)).toBe(0);
  });

  test("over the payment of a change and the first one it is one card with one letter", async () => {
    const number = await bought([[...tee, 1]]);
    await changeForMore(number);
    const all = await paymentsOf(db, number);
    const taken = all ? takenBy(all) : cents(0);
    expect(all?.changes).toHaveLength(1);
    await sent();
    await credit(number, goodwill(taken));

    const [card, ...more] = await creditsOf(number);
    expect([card?.left, more]).toEqual([taken, []]);
    expect(await backOf(number)).toHaveLength(2);
    expect((await sent()).filter(({ to }) => to === card?.email)).toHaveLength(1);
    expect(await madeCredit(db, card?.id ?? "")).toMatchObject({ orderNumber: number, amount: taken, agreed: AGREED });
  });

  test("pieces that are refunded after it give back what is left of each, and the ledger follows", async () => {
    const number = await bought();
    const total = (await firstOf(number)).amount;
    await credit(number);
    await work(number);
    for (const position of [0, 1]) {
      const wanted = { lines: [{ position, quantity: 1 }], restock: false };
      await refundAsMember(shop, owner, await formOf(number), wanted);
      await work(number);
    }
    const [given = 0, ...others] = (await refundsOf(db, number)).map(({ amount }) => amount);
    const back = await backAtGateway(number);
    expect(back).toBe(sum(others.map((amount) => cents(amount))));
    expect((await leftOf(number))?.left).toBe(total - back - given);
    expect(await ledgerOf(number)).toBe(total - back - given);
  });
});

/** Changes an order for more and pays the difference. */
async function changeForMore(number: string): Promise<void> {
  const comes = [{ product: "", size: "", color: "", quantity: 1, replaces: 0 }];
  const [line] = (
    await db.execute<{ product: string; size: string; color: string }>(sql`
      select product_id as product, size, color from variants join products on products.id = product_id
      where products.name = 'Gauntlet Leather Gloves' and size = 'M' and color = 'Black'`)
  ).rows;
  if (line) Object.assign(comes[0] ?? {}, line);
  const wanted = { goes: [{ position: 0, quantity: 1 }], comes };
  const { difference } = await previewOfChange(shop, number, wanted);
  await changeAsMember(shop, owner, await formOf(number), { ...wanted, difference });
  const waiting = await waitingChangeOf(db, number);
  const request = await askForChange(shop, waiting?.id ?? "", "Credit Card");
  await payWith(shop, cards.good, request.clientSecret);
  await settleChange(shop, request.id);
}

describe("a bank and store credit", () => {
  test("a dispute of the whole payment closes the card, and it opens again once the dispute is won", async () => {
    const number = await bought([[...tee, 2]]);
    await credit(number, goodwill(20_00));
    const { id } = await creditOf(number);
    const dispute = await disputed(shop, number, { state: "to-answer" });
    expect(await cardById(db, id)).toMatchObject({
      state: "closed",
      closedReason: "The payment whose money it stands for is disputed.",
      left: 20_00,
    });
    const open = async () => codeOf(openGiftCard(shop, owner, await formOfCard(id)));
    expect(await open()).toBe("gift-card-disputed");
    await disputed(shop, number, { id: dispute, state: "won" });
    expect(await open()).toBe("done");
    await disputed(shop, number, { id: dispute, state: "lost" });
    expect(await cardById(db, id)).toMatchObject({ state: "closed" });
    expect((await leftOf(number))?.left).toBe(0);
  });

  test("a dispute of no more than what the shop kept leaves the card to its shopper", async () => {
    const number = await bought([[...tee, 2]]);
    const total = (await firstOf(number)).amount;
    await credit(number, goodwill(20_00));
    await disputed(shop, number, { state: "lost", amount: cents(total - 20_00) });
    expect(await creditOf(number)).toMatchObject({ state: "open", left: 20_00 });
  });

  test.each([
    ["an inquiry", { state: "to-answer", isInquiry: true }, "store-credit-disputed"],
    ["an open dispute", { state: "with-bank" }, "refund-disputed"],
    ["a lost one", { state: "lost" }, "refund-charged-back"],
  ] as const)("during %s no store credit is given", async (_name, dispute, refusal) => {
    const number = await bought([[...tee, 1]]);
    await disputed(shop, number, dispute);
    expect(await codeOf(credit(number, goodwill(5_00)))).toBe(refusal);
    expect(await creditsOf(number)).toEqual([]);
  });

  test("money that goes back besides at the gateway closes the card for good; what was left besides does not", async () => {
    const number = await bought([[...tee, 2]]);
    const total = (await firstOf(number)).amount;
    await credit(number, goodwill(20_00));
    const { id } = await creditOf(number);
    await refundAtGateway(number, total - 20_00);
    expect(await cardById(db, id)).toMatchObject({ state: "open" });

    await refundAtGateway(number, 20_00);
    expect(await cardById(db, id)).toMatchObject({
      state: "closed",
      closedReason: "Its money went back at the gateway.",
    });
    expect(await codeOf(openGiftCard(shop, owner, await formOfCard(id)))).toBe("gift-card-went-back");
    expect((await leftOf(number))?.left).toBe(0);
  });

  test("a card that a member closes keeps its money, and its order gives back no more", async () => {
    const number = await bought([[...tee, 2]]);
    await credit(number, goodwill(20_00));
    const left = (await leftOf(number))?.left;
    const { id } = await creditOf(number);
    await closeGiftCard(shop, owner, await formOfCard(id), { reason: "Another order was meant" });
    expect((await leftOf(number))?.left).toBe(left);
    expect(await cardById(db, id)).toMatchObject({ state: "closed", left: 20_00 });
    expect(await codeOf(openGiftCard(shop, owner, await formOfCard(id)))).toBe("done");
  });
});

describe("the books of store credit", () => {
  test("[B-129] sales are what gateways and cards took less what they gave back; the month and the payouts say the same", async () => {
    const today = dayIn(new Date(), shop.settings().timeZone);
    const monthOf = async () => (await giftCardMonths(shop, owner, { from: "2026-01-01", to: today })).months.at(-1);
    const before = await monthOf();
    const number = await bought([[...tee, 2]]);
    await credit(number);
    const { left, id } = await creditOf(number);
    const month = await monthOf();
    const grown = (cause: "store-credit" | "given-back") => (month?.sums[cause] ?? 0) - (before?.sums[cause] ?? 0);
    expect([grown("store-credit"), grown("given-back")]).toEqual([left, 0]);
    expect((month?.outstanding ?? 0) - (before?.outstanding ?? 0)).toBe(left);

    const { rows } = await db.execute<{ sales: number; gateway: number; cards: number }>(sql`
      with own as (select number from orders where number = ${number}),
        paid as (select payments.* from payments join own on order_number = number where state = 'received'),
        back as (select refunds.*, paid.kind from refunds join paid on paid.id = payment_id where refunds.state = 'done')
      select (select sum(amount_cents)::int from sale_events join own on order_number = number where kind <> 'dispute') as sales,
        (select sum(amount_cents)::int from paid where kind <> 'gift-card')
          - coalesce((select sum(amount_cents)::int from back where kind <> 'gift-card' and onto = 'gateway'), 0) as gateway,
        coalesce((select sum(amount_cents)::int from paid where kind = 'gift-card'), 0)
          - coalesce((select sum(amount_cents)::int from back where kind = 'gift-card' or onto = 'gift-card'), 0) as cards`);
    expect(rows[0]?.sales).toBe((rows[0]?.gateway ?? 0) + (rows[0]?.cards ?? 0));

    const entries = await sandboxBooks(db).entries(new Date(Date.now() - DAY), new Date(Date.now() + DAY));
    const { gatewayId } = await firstOf(number);
    expect(entries.filter(({ requestId }) => requestId === gatewayId).map(({ kind }) => kind)).toEqual(["payment"]);
    expect(entries.some((entry) => entry.id === `practice_${id}`)).toBe(false);
  });

  test("the file of orders names it beside what was refunded", async () => {
    const number = await bought([[...tee, 2]]);
    await credit(number, goodwill(7_00));
    const text = await new Response(await exportOrders(shop, owner, everyOrder)).text();
    const [heads = "", ...rows] = text.trim().split(/\r?\n/);
    const column = heads.split(",").findIndex((head) => head.includes("Of that store credit"));
    expect(column).toBeGreaterThan(0);
    expect(rows.find((row) => row.includes(number))?.split(",")[column]).toBe("7");
  });

  test("the letter tells another recipient nothing of the shopper's order", async () => {
    const number = await bought([[...tee, 2]]);
    await sent();
    await credit(number, goodwill(9_00));
    const { id } = await creditOf(number);
    await sent();
    await correctRecipient(shop, owner, await formOfCard(id), { email: "friend@example.com", recipient: "Max" });
    const [letter] = await sent();
    expect(letter?.to).toBe("friend@example.com");
    expect(letter?.text).toContain("$9.00");
    for (const words of ["store credit", "You agreed", number]) expect(letter?.text).not.toContain(words);
  });

  test("an order whose shopper was erased gives a card without an address", async () => {
    const number = await bought([[...tee, 1]]);
    await db.update(orders).set({ email: "" }).where(eq(orders.number, number));
    await sent();
    await credit(number, goodwill(3_00));
    expect(await creditOf(number)).toMatchObject({ email: null, left: 3_00 });
    expect(await sent()).toEqual([]);
  });

  test("what was given as store credit pays for the next order", async () => {
    const number = await bought([[...tee, 2]]);
    await sent();
    await credit(number, goodwill(15_00));
    const card = await creditOf(number);
    const code = codeIn((await sent())[0]?.text);
    const next = await bought([[...tee, 1]], { giftCards: [code] });
    const entries = await db.select().from(giftCardEntries).where(eq(giftCardEntries.cardId, card.id));
    expect(entries.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(["given-back 1500", "used -1500"]);
    expect((await paymentsOf(db, next))?.cards).toMatchObject([{ giftCardId: card.id, amount: 15_00 }]);
  });
});
