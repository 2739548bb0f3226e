import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { cardBooks, openCard } from "~/testing/gift-cards.server";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import { cardLine, sellGiftCards } from "~/testing/gift-card-product.server";
import { officeAs } from "~/testing/back-office-as.server";
import { fieldsIn } from "~/testing/form-fields";
import { posted } from "~/testing/posted-form.server";
import { action as orderStatus } from "~/shop/returns/order-status.page";
import { disputed } from "~/testing/disputes.server";
import { memberAs } from "~/testing/members.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { untouchedCards } from "~/shop/figures/gift-card-sums.server";
import { returnableOrder } from "~/shop/returns/returns.server";
import { knownOrder } from "../changes/changeable-order.server";
import { computeChange } from "../changes/compute-change.server";
import { quoteMadeOrder } from "../made/quote-made-order.server";
import { paperOrders } from "../papers/paper-orders.server";
import { cardById } from "~/shop/gift-cards/gift-cards.server";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { cents } from "~/shop/money";
import { refundsOf } from "~/shop/payments/refunds.server";
import { refunds } from "~/shop/payments/payments.tables";
import { Refusal } from "~/shop/refusal";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { cancelOffer } from "../cancel-as-shopper.server";
import { cancelOrder } from "../cancel-order.server";
import { draftOrder } from "../drafting/draft-order.server";
import { withdrawDraft } from "../drafting/withdraw-draft.server";
import { saleEvents } from "../ledger/sale-events.tables";
import { orderFacts } from "../order-facts.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { sendConfirmation } from "../letters/order-letters.server";
import { orderAnswer } from "../order.wire";
import { packOrder } from "../parcels/pack-order.server";
import { shipParcel } from "../parcels/ship-parcel.server";
import { quoteOrder } from "../quoting/quote-order.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { refundLines } from "../refunds/refund-lines.server";
import { restoreState } from "../refunds/restore-state.server";
import { handleGatewayEvent } from "../settling/handle-gateway-event.server";
import { settleOrder } from "../settling/settle-order.server";
import { orderByNumber } from "../orders.server";
import { orderLines, orders } from "../orders.tables";
import { closeBoughtCards, closeRefundedAtGateway } from "./bought-cards.server";
import { deliverCardOrders } from "./deliver-cards.server";
import { giftCardLines } from "./gift-card-lines.tables";
import {
  sendBoughtCards,
  sendDueGiftCards,
  sendGiftCard,
  type SendGiftCard,
  SEND_GIFT_CARD,
} from "./gift-card-letters.server";
import { closeGiftCard, openGiftCard, sendGiftCardAgain } from "./give-gift-card.server";
import { payOutGiftCard } from "./pay-out-gift-card.server";
import { refundBoughtCard } from "./refund-bought-card.server";

const { shop, db, tee, seen, stateOf, codeOf, rowOf, ups } = await openBoughtOrders();
await sellGiftCards(shop);
const today = dayIn(new Date(), shop.settings().timeZone);
const dana = memberAs("owner", "Dana");
const owner = () => dana;

/** Buyer and payment card of a test, whose gift cards of a day are counted apart. */
let buyer = jo;
let expiry = "";
let cardsInUse = 0;
const anotherBuyer = () => {
  const key = randomUUID().slice(0, 8);
  buyer = { ...jo, email: `${key}@example.com`, address: `${Number.parseInt(key, 16)} Mesa Road` };
};
const anotherPaymentCard = () => {
  cardsInUse += 1;
  expiry = `${String(1 + (cardsInUse % 12)).padStart(2, "0")}/${40 + Math.floor(cardsInUse / 12)}`;
};
beforeEach(() => {
  anotherBuyer();
  anotherPaymentCard();
});
const pay = (clientSecret: string) => payWith(shop, cards.good, clientSecret, expiry);

const goods = async () => (await draftRequestFor(shop, [[...tee]])).items;
const wish = (items: Parameters<typeof draftOrder>[1]["items"], amount: number) => ({
  items,
  customer: buyer,
  method: "Credit Card" as const,
  amount: cents(amount),
});

async function drafted(items: Parameters<typeof draftOrder>[1]["items"], amount: number) {
  const request = await draftOrder(shop, wish(items, amount));
  const { rows } = await db.execute<{ number: string }>(
    sql`select order_number as number from payments where gateway_id = ${request.id}`,
  );
  return { ...request, number: rows[0]?.number ?? "" };
}

async function bought(items: Parameters<typeof draftOrder>[1]["items"], amount: number): Promise<string> {
  const { id, clientSecret } = await drafted(items, amount);
  await pay(clientSecret);
  return (await settleOrder(shop, id)).number;
}

const cardsOf = async (number: string) => {
  const lines = await db.select().from(giftCardLines).where(eq(giftCardLines.orderNumber, number));
  const found = await Promise.all(
    lines.toSorted((a, b) => a.position - b.position).map(({ cardId }) => cardById(db, cardId)),
  );
  return found.flatMap((card) => card ?? []);
};
const formOf = async (number: string) => ({ submission: randomUUID(), number, version: (await rowOf(number)).version });
const formOfCard = async (id: string) => ({
  submission: randomUUID(),
  id,
  version: (await cardById(db, id))?.version ?? 0,
});

async function sent() {
  const before = shop.letters.length;
  for (const { name, payload } of shop.payloads.splice(0))
    if (name === SEND_GIFT_CARD) await sendGiftCard(shop, payload as SendGiftCard);
  return shop.letters.slice(before);
}

async function wholeFee(): Promise<number> {
  const { summary } = await quoteOrder(
    shop,
    { items: await goods(), address: { postalCode: jo.postalCode } },
    new Date(),
  );
  return summary.total;
}

test("the payment makes a card for each line, once, whichever call tells of it", async () => {
  const { id, clientSecret, number } = await drafted(
    [cardLine(50, { email: "anna@example.com", recipient: "Anna", words: "Ride on" }), cardLine(25)],
    75_00,
  );
  expect(await cardsOf(number)).toEqual([]);

  await pay(clientSecret);
  await Promise.all([settleOrder(shop, id), settleOrder(shop, id), settleOrder(shop, id)]);

  const made = await cardsOf(number);
  expect(
    made.map(({ left, email, recipient, words, live, state }) => ({ left, email, recipient, words, live, state })),
  ).toEqual([
    { left: 50_00, email: "anna@example.com", recipient: "Anna", words: "Ride on", live: false, state: "open" },
    { left: 25_00, email: buyer.email, recipient: buyer.name, words: "", live: false, state: "open" },
  ]);
  for (const card of made) expect((await cardBooks(shop, card)).entries).toEqual([`sold ${card.left}`]);
  const lines = await db.select().from(giftCardLines).where(eq(giftCardLines.orderNumber, number));
  expect(lines.map(({ codeHash, sealedCode }) => [codeHash, sealedCode])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(await rowOf(number)).toMatchObject({ orderValue: 75_00, deliveryFee: 0, tax: 0, total: 75_00 });
});

test("a draft that ends makes no card, and late money makes it after all", async () => {
  const { id, clientSecret, number } = await drafted([cardLine(25)], 25_00);
  await pay(clientSecret);
  await withdrawDraft(shop, number, { cause: "replaced" }, new Date());
  expect(["paid", "cancelled"]).toContain(await stateOf(number));
  await settleOrder(shop, id);
  expect((await cardsOf(number)).map(({ left }) => left)).toEqual([25_00]);
});

test("a transaction that fails after the payment leaves neither card nor paid order", async () => {
  const { id, clientSecret, number } = await drafted([cardLine(25)], 25_00);
  await pay(clientSecret);
  await shop.asOwner("alter table gift_card_entries add constraint no_sale check (kind <> 'sold') not valid");
  try {
    await expect(settleOrder(shop, id)).rejects.toMatchObject({ cause: { constraint: "no_sale" } });
    expect([await stateOf(number), await cardsOf(number)]).toEqual(["awaiting-payment", []]);
  } finally {
    await shop.asOwner("alter table gift_card_entries drop constraint no_sale");
  }
  await settleOrder(shop, id);
  expect((await cardsOf(number)).length).toBe(1);
});

test("its letter leaves on its day, once, and completes an order of cards only", async () => {
  const later = dayAfter(today, 3);
  const number = await bought([cardLine(50), cardLine(25, { sendOn: later })], 75_00);
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  expect(facts).toMatchObject({ standing: "on-the-way", shipping: "none", piecesLeft: 0 });
  expect(await lineProgress(db, number)).toEqual([]);

  await sendBoughtCards(shop, number);
  await sendBoughtCards(shop, number);
  const first = (await sent()).filter(({ to }) => to === buyer.email);
  expect(new Set(first.map(({ key }) => key)).size).toBe(1);
  expect(first[0]?.subject).toContain("$50.00");
  expect(await stateOf(number)).toBe("paid");

  const now = new Date(Date.now() + 3 * DAY);
  await sendDueGiftCards(shop, now);
  const second = (await sent()).filter(({ to }) => to === buyer.email);
  expect(second.map(({ subject }) => subject)).toEqual([expect.stringContaining("$25.00")]);
  expect(await stateOf(number)).toBe("delivered");
});

test("an order whose process ended between letter and note is completed by the next look", async () => {
  const number = await bought([cardLine(25)], 25_00);
  const [card] = await cardsOf(number);
  await db
    .update(giftCards)
    .set({ sentAt: new Date() })
    .where(eq(giftCards.id, card?.id ?? ""));
  expect(await stateOf(number)).toBe("paid");
  await deliverCardOrders(db);
  await deliverCardOrders(db);
  expect(await stateOf(number)).toBe("delivered");
});

test("[B-129] a card is in no tax, delivery, threshold or code, and goods beside it are charged as without it", async () => {
  await collectIn(
    shop,
    "AZ",
    { stateRate: 56_000, delivery: "with-taxed" },
    { fees: [{ name: "Fee", amount: cents(28), fromValue: cents(150_00), onlyWithTaxed: true, taxed: false }] },
  );
  try {
    const ask = async (items: Awaited<ReturnType<typeof goods>>) =>
      (await quoteOrder(shop, { items, address: { postalCode: jo.postalCode } }, new Date())).summary;
    const alone = await ask(await goods());
    const beside = await ask([...(await goods()), cardLine(250)]);
    expect(alone.tax).toBeGreaterThan(0);
    expect(beside).toMatchObject({
      orderValue: alone.orderValue + 250_00,
      deliveryFee: alone.deliveryFee,
      tax: alone.tax,
      fees: alone.fees,
      total: alone.total + 250_00,
    });
    expect(await ask([cardLine(250)])).toMatchObject({ deliveryFee: 0, tax: 0, fees: 0, total: 250_00 });
  } finally {
    await collectNowhere(shop);
  }
});

test("words, quantity, day and number of cards are refused beside their field, and a passed day is today", async () => {
  const fieldsOf = (item: ReturnType<typeof cardLine>) =>
    quoteOrder(shop, { items: [item], address: { postalCode: jo.postalCode } }, new Date()).then(
      ({ lines }) => lines[0]?.giftCard?.sendOn,
      (error: unknown) => (error instanceof Refusal ? (error.fields ?? error.code) : String(error)),
    );
  for (const words of [
    "see bit.ly/x",
    "www.evil.example",
    "http://a.b",
    "Call 555 010 0199",
    "Ruf an: +49 (30) 1234567",
  ])
    expect(await fieldsOf(cardLine(25, { words }))).toEqual({
      "items.0.giftCard.words": expect.stringContaining("Leave out"),
    });
  for (const words of ["Happy 40th, ride on! 2026-12-24", "Mr. Smith. No. 7 waits for you", "🎁".repeat(150)])
    expect(await fieldsOf(cardLine(25, { words }))).toBe(today);
  expect(await fieldsOf(cardLine(25, { words: "x".repeat(301) }))).toHaveProperty(["items.0.giftCard.words"]);
  expect(await fieldsOf({ ...cardLine(25), quantity: 2 })).toHaveProperty(["items.0.quantity"]);
  expect(await fieldsOf(cardLine(25, { sendOn: dayAfter(today, 366) }))).toHaveProperty(["items.0.giftCard.sendOn"]);
  expect(await fieldsOf(cardLine(25, { sendOn: "2020-01-01" }))).toBe(today);
  expect(await fieldsOf(cardLine(25, { sendOn: dayAfter(today, 365) }))).toBe(dayAfter(today, 365));
  const many = quoteOrder(
    shop,
    { items: Array.from({ length: 11 }, () => cardLine(25)), address: { postalCode: jo.postalCode } },
    new Date(),
  );
  await expect(many).rejects.toMatchObject({ fields: { items: expect.stringContaining("10") } });
  const asGoods = goods().then((items) =>
    quoteOrder(
      shop,
      { items: items.map((item) => ({ ...item, giftCard: {} })), address: { postalCode: jo.postalCode } },
      new Date(),
    ),
  );
  await expect(asGoods).rejects.toMatchObject({ code: "gift-card-apart" });
});

test("who buys more in a day than the bound is refused, also in two tabs; another shopper is not", async () => {
  await bought([cardLine(250)], 250_00);
  const tabs = await Promise.allSettled([
    draftOrder(shop, { ...wish([cardLine(250)], 250_00), draftKey: "a".repeat(32) }),
    draftOrder(shop, { ...wish([cardLine(250)], 250_00), draftKey: "b".repeat(32) }),
  ]);
  expect(tabs.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const others = { ...wish([cardLine(25)], 25_00) };
  const refused = draftOrder(shop, { ...others, customer: { ...buyer, email: buyer.email.replace("@", "+more@") } });
  await expect(refused).rejects.toMatchObject({ fields: { items: expect.stringContaining("$500") } });
  const elsewhere = draftOrder(shop, { ...others, customer: { ...buyer, email: "other@example.com" } });
  await expect(elsewhere).rejects.toMatchObject({ fields: { items: expect.stringContaining("24 hours") } });
  const honest = { ...buyer, email: "honest@example.com", address: "1 Other Street" };
  expect((await draftOrder(shop, { ...others, customer: honest })).status).toBe("open");
});

test("the same draft is asked again for the same wish, and another for another recipient", async () => {
  const draftKey = randomUUID().replaceAll("-", "");
  const ask = (email: string) =>
    draftOrder(shop, { ...wish([cardLine(250, { email }), cardLine(250, { email })], 500_00), draftKey });
  const first = await ask("anna@example.com");
  expect((await ask("anna@example.com")).id).toBe(first.id);
  expect((await ask("ben@example.com")).id).not.toBe(first.id);
});

test("a browser that asks again for a draft that is paid by now gets it, within the bound of a day", async () => {
  const wanted = { ...wish([cardLine(250), cardLine(100)], 350_00), draftKey: randomUUID().replaceAll("-", "") };
  const first = await draftOrder(shop, wanted);
  await pay(first.clientSecret);
  await settleOrder(shop, first.id);
  expect((await draftOrder(shop, wanted)).id).toBe(first.id);
});

test("goods come first in an order also where nothing is said about a card, and complaints name the browser's item", async () => {
  const [item] = await goods();
  if (!item) throw new Error("no goods");
  const { giftCard: _, ...plain } = cardLine(25);
  const number = await bought([plain, item], (await wholeFee()) + 25_00);
  const [first] = await db
    .select({ position: orderLines.position, kindForTax: orderLines.kindForTax })
    .from(orderLines)
    .where(eq(orderLines.orderNumber, number))
    .orderBy(orderLines.position);
  expect(first?.kindForTax).not.toBe("gift-card");
  expect((await cardsOf(number)).map(({ left }) => left)).toEqual([25_00]);

  const wrong = draftOrder(shop, wish([cardLine(25, { words: "www.evil.example" }), item], 1_00));
  await expect(wrong).rejects.toHaveProperty(["fields", "items.0.giftCard.words"]);
});

test("a gift card does not pay for a gift card, only for the goods beside it", async () => {
  const card = await openCard(shop, 500_00);
  const codes = { giftCards: [card.code] };
  await expect(draftOrder(shop, { ...wish([cardLine(25)], 25_00), ...codes })).rejects.toMatchObject({
    fields: { giftCards: expect.stringContaining("does not pay") },
  });
  const own = await wholeFee();
  const items = [cardLine(25), ...(await goods())];
  const { id, clientSecret } = await draftOrder(shop, { ...wish(items, own + 25_00), ...codes });
  expect((await cardBooks(shop, card)).left).toBe(500_00 - own);
  await pay(clientSecret);
  const { number } = await settleOrder(shop, id);
  expect((await cardsOf(number)).map(({ left }) => left)).toEqual([25_00]);
});

test("a cancelled order closes its cards; one that was used or is held stays, and so does the order", async () => {
  const number = await bought([cardLine(50), cardLine(25)], 75_00);
  await cancelOrder(shop, await seen(number), { reason: "changed their mind" });
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed", "closed"]);
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([75_00]);

  const other = await bought([cardLine(50), cardLine(25)], 75_00);
  const [card] = await cardsOf(other);
  const code = await codeOfCard(card?.id ?? "");
  const holding = await draftOrder(shop, {
    ...wish(await goods(), await wholeFee()),
    giftCards: [code],
    due: cents(0),
  });
  expect(await codeOf(seen(other).then((change) => cancelOrder(shop, change, { reason: "x" })))).toBe("gift-card-used");
  // Its shopper is not offered what would be refused.
  const orders = [other, await bought([cardLine(50)], 50_00)].map((own) => orderByNumber(db, own));
  const offered = (await Promise.all(orders)).map((own) => own && cancelOffer(db, own, shop.settings()));
  expect(await Promise.all(offered)).toEqual([null, { until: expect.any(String), money: expect.any(String) }]);
  expect([await stateOf(other), (await cardsOf(other)).map(({ state }) => state)]).toEqual(["paid", ["open", "open"]]);
  await settleOrder(shop, holding.id);
  expect(
    await codeOf(formOf(other).then((form) => refundBoughtCard(shop, owner(), form, { position: 0, reason: "x" }))),
  ).toBe("gift-card-used");
  expect(
    await codeOf(formOf(other).then((form) => refundBoughtCard(shop, owner(), form, { position: 1, reason: "x" }))),
  ).toBe("done");
  expect((await cardsOf(other)).map(({ state }) => state)).toEqual(["open", "closed"]);
});

test("of a cancellation and a shopper who pays with the card at the same moment one wins", async () => {
  const own = await wholeFee();
  for (let round = 0; round < 6; round += 1) {
    anotherBuyer();
    const number = await bought([cardLine(25)], 25_00);
    const [card] = await cardsOf(number);
    const code = await codeOfCard(card?.id ?? "");
    const change = await seen(number);
    const items = await goods();
    const [cancelled, drafting] = await Promise.all([
      codeOf(cancelOrder(shop, change, { reason: "x" })),
      codeOf(draftOrder(shop, { ...wish(items, own), giftCards: [code] })),
    ]);
    expect([cancelled, drafting].filter((answer) => answer === "done")).toHaveLength(1);
    const books = await cardBooks(shop, { id: card?.id ?? "" });
    expect(books.left).toBe(cancelled === "done" ? 0 : Math.max(0, 25_00 - own));
    expect(await stateOf(number)).toBe(cancelled === "done" ? "cancelled" : "paid");
  }
});

/** Opens the sealed code of a card, as its letter does. */
async function codeOfCard(id: string): Promise<string> {
  const { openedCode } = await import("~/shop/gift-cards/gift-cards.server");
  const card = await cardById(db, id);
  return (card && openedCode(shop.sealer, card)) ?? "";
}

test("a card beside goods is refunded by itself; goodwill and pieces leave its money alone", async () => {
  const own = await wholeFee();
  const number = await bought([cardLine(50), ...(await goods())], own + 50_00);
  expect((await lineProgress(db, number)).map(({ position }) => position)).toEqual([0]);
  const tooMuch = await codeOf(
    seen(number).then((change) =>
      refundLines(shop, change, { lines: [], goodwill: cents(own + 1), cause: randomUUID(), restock: false }),
    ),
  );
  expect(tooMuch).toBe("more-money-than-left");
  const form = await formOf(number);
  await refundBoughtCard(shop, owner(), form, { position: 1, reason: "not wanted" });
  await refundBoughtCard(shop, owner(), form, { position: 1, reason: "not wanted" });
  for (const { id } of await refundsOf(db, number)) await executeRefund(shop, id);
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([50_00]);
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed"]);
  expect(await stateOf(number)).toBe("partly-refunded");
  const [card] = await cardsOf(number);
  expect(await codeOf(formOfCard(card?.id ?? "").then((of) => openGiftCard(shop, owner(), of)))).toBe(
    "gift-card-went-back",
  );
  await shipParcel(shop, await seen(number), ups);
  expect(await stateOf(number)).toBe("shipped");
});

test("a closed card whose money goes back while a member opens it stays closed", async () => {
  const number = await bought([cardLine(50)], 50_00);
  const [card] = await cardsOf(number);
  await closeGiftCard(shop, owner(), await formOfCard(card?.id ?? ""), { reason: "Asked by phone" });
  const refund = { position: 0, reason: "not wanted" };
  let isRefunded = false;
  const transaction: typeof db.transaction = async (...args) => {
    if (!isRefunded) {
      isRefunded = true;
      await refundBoughtCard(shop, owner(), await formOf(number), refund);
    }
    return db.transaction(...args);
  };
  const slow = Object.assign(Object.create(db) as typeof db, { transaction });
  const opened = openGiftCard({ ...shop, db: slow }, owner(), await formOfCard(card?.id ?? ""));
  expect(await codeOf(opened)).toBe("gift-card-went-back");
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed"]);
});

test("papers, returns and changes know the goods beside a card only", async () => {
  const own = await wholeFee();
  const number = await bought([cardLine(250), ...(await goods())], own + 250_00);
  const [paper] = await paperOrders(shop, owner(), [number]);
  expect(paper?.order?.lines.map(({ position }) => position)).toEqual([0]);
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  expect(facts).toMatchObject({ standing: "to-ship", piecesLeft: 1, lines: 2 });
  const known = await knownOrder(db, number);
  expect([known.ofCards, known.lines.map(({ position }) => position)]).toEqual([250_00, [0]]);
  await shipParcel(shop, await seen(number), ups);
  const returnable = await returnableOrder(db, { order: number, email: buyer.email });
  expect(returnable.sold.lines.map(({ position }) => position)).toEqual([0]);
});

test("a slip with sums says what of them is for cards that are no rows on it", async () => {
  await collectIn(shop, "AZ", { stateRate: 56_000, delivery: "with-taxed" }, { fees: [] });
  try {
    const own = await wholeFee();
    const beside = await bought([cardLine(250), cardLine(25), ...(await goods())], own + 275_00);
    const alone = await bought(await goods(), own);
    const slipFor = (number: string, as = dana) => officeAs(shop, as).text(`/orders/print?kind=slip&numbers=${number}`);
    const words = "of the order value is for gift cards, which go by e-mail.";
    expect(await slipFor(beside)).toContain(`$275.00 ${words}`);
    expect(await slipFor(alone)).toContain("Order value");
    expect(await slipFor(alone)).not.toContain(words);
    expect(await slipFor(beside, memberAs("packer"))).not.toContain("$275");
  } finally {
    await collectNowhere(shop);
  }
});

test("orders that members make, and changes, refuse a gift card", async () => {
  const [amount] = await db.select().from(variants).where(eq(variants.productId, GIFT_CARD_ID));
  const made = quoteMadeOrder(
    shop,
    { lines: [{ variantId: amount?.id ?? 0, quantity: 1 }], customer: buyer, freeDelivery: false },
    new Date(),
  );
  expect(await codeOf(made)).toBe("gift-card-apart");
  const number = await bought(await goods(), await wholeFee());
  const money = await db.transaction((tx) => refundableMoney(tx, number));
  if (!money) throw new Error("no money");
  const { price: _, giftCard: __, ...wanted } = cardLine(25);
  expect(await codeOf(computeChange(shop, number, money, { goes: [], comes: [wanted] }))).toBe("gift-card-apart");
});

test("a dispute closes what is left of the cards, and only a won one lets a member open them again", async () => {
  const number = await bought([cardLine(50)], 50_00);
  const [card] = await cardsOf(number);
  const id = await disputed(shop, number, { state: "to-answer" });
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed"]);
  const open = async () => codeOf(formOfCard(card?.id ?? "").then((form) => openGiftCard(shop, owner(), form)));
  expect(await open()).toBe("gift-card-disputed");
  await disputed(shop, number, { id, state: "won" });
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed"]);
  expect(await open()).toBe("done");
  await disputed(shop, number, { id, state: "lost" });
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed"]);
});

test("a card that a member had closed before does not open while its money goes back", async () => {
  const number = await bought([cardLine(25)], 25_00);
  const [card] = await cardsOf(number);
  await closeGiftCard(shop, owner(), await formOfCard(card?.id ?? ""), { reason: "asked" });
  const form = await formOfCard(card?.id ?? "");
  let opening: Promise<string> | undefined;
  await db.transaction(async (tx) => {
    await closeBoughtCards(tx, number, { why: "Its order was cancelled." });
    await tx.update(orders).set({ state: "cancelled" }).where(eq(orders.number, number));
    opening = codeOf(openGiftCard(shop, owner(), form));
    await untilWaiting(db);
  });
  expect(await opening).toBe("gift-card-went-back");
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed"]);
});

test("nor does it while the gateway gives all of it back", async () => {
  const number = await bought([cardLine(25)], 25_00);
  const [card] = await cardsOf(number);
  await closeGiftCard(shop, owner(), await formOfCard(card?.id ?? ""), { reason: "asked" });
  const form = await formOfCard(card?.id ?? "");
  let opening: Promise<string> | undefined;
  await db.transaction(async (tx) => {
    await tx.update(orders).set({ state: "refunded" }).where(eq(orders.number, number));
    await closeRefundedAtGateway(tx, number);
    opening = codeOf(openGiftCard(shop, owner(), form));
    await untilWaiting(db);
  });
  expect(await opening).toBe("gift-card-went-back");
  expect((await cardsOf(number)).map(({ state }) => state)).toEqual(["closed"]);
});

test("an order that arrived stays partly refunded after a card of it went back", async () => {
  const number = await bought([cardLine(50), cardLine(25)], 75_00);
  await sendBoughtCards(shop, number);
  await sent();
  expect(await stateOf(number)).toBe("delivered");
  await refundBoughtCard(shop, owner(), await formOf(number), { position: 0, reason: "x" });
  expect(await stateOf(number)).toBe("partly-refunded");
  const [, other] = await cardsOf(number);
  await sendGiftCardAgain(shop, owner(), await formOfCard(other?.id ?? ""));
  await sent();
  await deliverCardOrders(db);
  expect(await stateOf(number)).toBe("partly-refunded");
});

test("of an order that was refunded in part before, the last letter completes it", async () => {
  const number = await bought([cardLine(50), cardLine(25)], 75_00);
  await refundBoughtCard(shop, owner(), await formOf(number), { position: 0, reason: "x" });
  await sendBoughtCards(shop, number);
  await sent();
  expect(await stateOf(number)).toBe("delivered");
});

/** Value of gift cards that the card of this test has bought when its bound is reached. */
const atItsBound = async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await bought([cardLine(250)], 250_00);
    anotherBuyer();
  }
};
const whatCameOf = async (number: string) => ({
  state: await stateOf(number),
  cards: (await cardsOf(number)).map(({ state, left }) => [state, left]),
  back: (await refundsOf(db, number)).map(({ amount, cause }) => [amount, cause]),
});
const BEYOND = "gift-cards-beyond";

test("an order of gift cards only promises no day by which it leaves, one with goods does", async () => {
  const cardsOnly = await bought([cardLine(25)], 25_00);
  const mixed = await bought([cardLine(25), ...(await goods())], (await wholeFee()) + 25_00);
  await db
    .update(orders)
    .set({ shipBy: "2026-12-03" })
    .where(inArray(orders.number, [cardsOnly, mixed]));
  expect((await orderByNumber(db, cardsOnly))?.shipBy).toBeNull();
  expect((await orderByNumber(db, mixed))?.shipBy).toBe("2026-12-03");
});

describe("what one payment card buys in 24 hours is bounded, whoever the buyers are", () => {
  test("gift cards beyond it are not made: their money goes back, the goods beside them stay bought, and all are told", async () => {
    await atItsBound();
    const before = await sheet();
    const own = await wholeFee();
    const { id, clientSecret, number } = await drafted([cardLine(25), ...(await goods()), cardLine(50)], own + 75_00);
    await pay(clientSecret);
    const answers = await Promise.all([settleOrder(shop, id), settleOrder(shop, id)]);
    await handleGatewayEvent(shop, { id: randomUUID(), type: "any", requestId: id, kind: "payment-changed" });
    const settled = await settleOrder(shop, id);
    expect([...answers, settled].map((order) => orderAnswer(order, shop.settings()).giftCardsNotMade)).toEqual([
      75, 75, 75,
    ]);

    const closed = {
      cards: [
        ["closed", 0],
        ["closed", 0],
      ],
      back: [[75_00, BEYOND]],
    };
    expect(await whatCameOf(number)).toEqual({ state: "partly-refunded", ...closed });
    expect(await sheet()).toMatchObject({
      sold: before.sold + 75_00,
      refunded: before.refunded - 75_00,
      outstanding: before.outstanding,
    });
    await sendBoughtCards(shop, number);
    expect(await sent()).toEqual([]);
    const [card] = await cardsOf(number);
    expect(await codeOf(formOfCard(card?.id ?? "").then((form) => openGiftCard(shop, owner(), form)))).toBe(
      "gift-card-went-back",
    );

    const told = shop.letters.length;
    await sendConfirmation(shop, number);
    for (const refund of await refundsOf(db, number)) await executeRefund(shop, refund.id);
    const [confirmed, refunded, ...more] = shop.letters.slice(told);
    expect([confirmed?.to, refunded?.to, more]).toEqual([buyer.email, buyer.email, []]);
    expect(confirmed?.text).toContain("Not made, because too many were bought with your payment card in 24 hours");
    expect(confirmed?.text, "its money has gone back").not.toContain("You can cancel the order");
    expect(refunded?.text).toContain("we sell gift cards of up to $500 to one payment card in 24 hours");
    expect(refunded?.text).toContain("Anything else that you ordered comes as planned.");
    const page = await posted(orderStatus, shop, "/order-status", { order: number, email: buyer.email });
    expect(JSON.stringify(page.data)).toContain('"isUnmade":true');
    const office = officeAs(shop, dana);
    expect(await office.text("/")).toContain("A payment card bought too many gift cards");
    expect(await office.text(`/orders/${number}`)).toContain("its gift cards were not made");

    expect(
      (await lineProgress(db, number)).map(({ position, refunded: { quantity } }) => [position, quantity]),
    ).toEqual([[0, 0]]);
    await shipParcel(shop, await seen(number), ups);
    expect(await stateOf(number)).toBe("shipped");
  });

  test("an honest shopper with another payment card, and one who stays within the bound, have their cards", async () => {
    const within = await bought([cardLine(250)], 250_00);
    expect((await whatCameOf(within)).cards).toEqual([["open", 250_00]]);
    anotherBuyer();
    const again = await bought([cardLine(250)], 250_00);
    expect((await whatCameOf(again)).cards).toEqual([["open", 250_00]]);
    anotherBuyer();
    anotherPaymentCard();
    const other = await bought([cardLine(25)], 25_00);
    expect(await whatCameOf(other)).toEqual({ state: "paid", cards: [["open", 25_00]], back: [] });
    expect(await officeAs(shop, memberAs("packer")).text("/")).not.toContain("too many gift cards");
  });

  test("of an order of gift cards only all money goes back: the shopper reads why, and gets one letter", async () => {
    await atItsBound();
    const { id, clientSecret, number } = await drafted([cardLine(50)], 50_00);
    await pay(clientSecret);
    for (let turn = 0; turn < 2; turn += 1)
      await expect(settleOrder(shop, id)).rejects.toMatchObject({
        code: "payment-returned",
        message: expect.stringContaining("more gift cards in 24 hours than we sell to one card"),
      });
    expect(await whatCameOf(number)).toEqual({ state: "refunded", cards: [["closed", 0]], back: [[50_00, BEYOND]] });
    const told = shop.letters.length;
    await sendConfirmation(shop, number);
    for (const refund of await refundsOf(db, number)) await executeRefund(shop, refund.id);
    expect(shop.letters.slice(told).map(({ to, subject }) => [to, subject])).toEqual([
      [buyer.email, expect.stringContaining("Your refund")],
    ]);

    // Another press would charge the same card for nothing.
    await expect(drafted([cardLine(25)], 25_00)).rejects.toMatchObject({
      fields: { items: expect.stringContaining("can be bought in 24 hours. For more, please write to us.") },
    });
    anotherBuyer();
    anotherPaymentCard();
    expect((await whatCameOf(await bought([cardLine(25)], 25_00))).cards).toEqual([["open", 25_00]]);
  });

  test("of two orders that it pays at the same moment one has its cards", async () => {
    for (let round = 0; round < 4; round += 1) {
      anotherPaymentCard();
      const both = [];
      for (const amounts of [
        [250, 50],
        [150, 100],
      ]) {
        anotherBuyer();
        const total = amounts.reduce((all, amount) => all + amount * 100, 0);
        const draft = await drafted(
          amounts.map((amount) => cardLine(amount)),
          total,
        );
        await pay(draft.clientSecret);
        both.push(draft);
      }
      await Promise.allSettled(both.map(({ id }) => settleOrder(shop, id)));
      const states = await Promise.all(both.map(async ({ number }) => (await whatCameOf(number)).cards[0]?.[0]));
      expect(states.toSorted()).toEqual(["closed", "open"]);
    }
  });

  test("a process that dies in between leaves the draft unpaid, and the next one does all of it", async () => {
    await atItsBound();
    const { id, clientSecret, number } = await drafted([cardLine(25)], 25_00);
    await pay(clientSecret);
    await shop.asOwner(`alter table refunds add constraint dies check (cause <> '${BEYOND}') not valid`);
    try {
      await expect(settleOrder(shop, id)).rejects.toMatchObject({ cause: { constraint: "dies" } });
      expect(await whatCameOf(number)).toEqual({ state: "awaiting-payment", cards: [], back: [] });
    } finally {
      await shop.asOwner("alter table refunds drop constraint dies");
    }
    await settleOrder(shop, id).catch(() => {});
    expect((await whatCameOf(number)).back).toEqual([[25_00, BEYOND]]);
  });

  test("a process of the former release makes them as before, and the payment that it settled stays", async () => {
    await atItsBound();
    const { id, clientSecret, number } = await drafted([cardLine(25)], 25_00);
    await pay(clientSecret);
    const actor = JSON.stringify({ kind: "gateway" });
    await db.execute(sql`
      select settle_draft(payments.id, ${number}, now(), 'visa', '4242', ${actor}, '[]', '[]') from payments where gateway_id = ${id}`);
    await settleOrder(shop, id);
    expect(await whatCameOf(number)).toEqual({ state: "paid", cards: [["open", 25_00]], back: [] });
  });

  test("a refund that the bank refuses stands with the member, and the cards stay closed", async () => {
    await atItsBound();
    const { id, clientSecret, number } = await drafted([cardLine(25), ...(await goods())], (await wholeFee()) + 25_00);
    await pay(clientSecret);
    await settleOrder(shop, id);
    const [refund] = await refundsOf(db, number);
    await db
      .update(refunds)
      .set({ state: "failed" })
      .where(eq(refunds.id, refund?.id ?? ""));
    await db.transaction((tx) => restoreState(tx, number));
    expect(await whatCameOf(number)).toMatchObject({ state: "paid", cards: [["closed", 25_00]] });
  });

  test("what is a day ago counts no more, and nothing says any more which payment card it was", async () => {
    await atItsBound();
    const payers = async () =>
      (await db.execute(sql`select from gift_card_lines where paid_by is not null`)).rows.length;
    expect(await payers()).toBeGreaterThan(1);
    await db.execute(sql`update orders set paid_at = paid_at - interval '25 hours' where paid_at is not null`);
    const number = await bought([cardLine(250)], 250_00);
    expect((await whatCameOf(number)).cards).toEqual([["open", 250_00]]);
    await sendDueGiftCards(shop);
    expect(await payers()).toBe(1);
  });
});

test("goodwill pays for a card whose refund has failed, so that it is no longer owed", async () => {
  const before = await sheet();
  const own = await wholeFee();
  const number = await bought([cardLine(50), ...(await goods())], own + 50_00);
  await refundBoughtCard(shop, owner(), await formOf(number), { position: 1, reason: "x" });
  const [refund] = await refundsOf(db, number);
  await db
    .update(refunds)
    .set({ state: "failed" })
    .where(eq(refunds.id, refund?.id ?? ""));
  expect((await sheet()).outstanding).toBe(before.outstanding + 50_00);
  const goodwill = async (amount: number) =>
    refundLines(shop, await seen(number), { lines: [], goodwill: cents(amount), cause: randomUUID(), restock: false });
  await goodwill(20_00);
  expect((await sheet()).outstanding).toBe(before.outstanding + 30_00);
  // More than the card cost: the rest is goodwill.
  await goodwill(35_00);
  expect(await sheet()).toMatchObject({ refunded: before.refunded - 50_00, outstanding: before.outstanding });
  const events = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number));
  const sumOf = (wanted: string) => events.reduce((all, { kind, amount }) => (kind === wanted ? all + amount : all), 0);
  expect([sumOf("card-sold"), sumOf("card-refunded"), sumOf("goodwill")]).toEqual([50_00, -50_00, -5_00]);
});

test("a card that nobody touched for years is named with the state of its buyer", async () => {
  const number = await bought([cardLine(50)], 50_00);
  await db.update(orders).set({ region: "VT" }).where(eq(orders.number, number));
  const untouched = await untouchedCards(shop, owner(), new Date(Date.now() + 1200 * DAY));
  expect(untouched).toContainEqual({ state: "VT", cards: 1, amount: 50_00, since: today });
});

test("figures know no sale of a card, and sales with cards are the money that came", async () => {
  const own = await wholeFee();
  const number = await bought([cardLine(50), cardLine(25), ...(await goods())], own + 75_00);
  await refundBoughtCard(shop, owner(), await formOf(number), { position: 1, reason: "x" });
  for (const { id } of await refundsOf(db, number)) await executeRefund(shop, id);
  const events = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number));
  const sumOf = (...kinds: string[]) =>
    events.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0);
  expect([sumOf("card-sold"), sumOf("card-refunded")]).toEqual([75_00, -50_00]);
  expect(sumOf("sale", "discount", "delivery", "tax", "fee", "goodwill")).toBe(own);
  const { rows } = await db.execute<{ money: number }>(sql`
    select (select sum(amount_cents) from payments where order_number = ${number} and state = 'received')::int
      - (select coalesce(sum(refunds.amount_cents), 0) from refunds join payments on payments.id = payment_id
        where order_number = ${number} and refunds.state = 'done')::int as money`);
  expect(rows[0]?.money).toBe(own + 75_00 - 50_00);
  expect(events.filter(({ kind, position }) => kind === "sale" && position === 0)).toHaveLength(1);
});

/** Sums of the ledger of cards by cause, and what all cards are worth. */
async function sheet() {
  const { rows } = await db.execute<{ kind: string; amount: number }>(
    sql`select kind, sum(amount_cents)::int as amount from gift_card_entries group by kind`,
  );
  const sums = Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
  return { sold: 0, refunded: 0, ...sums, outstanding: rows.reduce((all, { amount }) => all + amount, 0) };
}

test("[B-130] a refunded card is no longer owed, and is again while its refund has failed", async () => {
  const before = await sheet();
  const number = await bought([cardLine(50), cardLine(25)], 75_00);
  await refundBoughtCard(shop, owner(), await formOf(number), { position: 0, reason: "x" });
  const [card] = await cardsOf(number);
  expect((await cardBooks(shop, { id: card?.id ?? "" })).entries).toEqual(["sold 5000", "refunded -5000"]);
  expect(await sheet()).toMatchObject({
    sold: before.sold + 75_00,
    refunded: before.refunded - 50_00,
    outstanding: before.outstanding + 25_00,
  });

  const [refund] = await refundsOf(db, number);
  const state = async (to: "failed" | "done") =>
    db
      .update(refunds)
      .set({ state: to })
      .where(eq(refunds.id, refund?.id ?? ""));
  await state("failed");
  expect((await sheet()).outstanding).toBe(before.outstanding + 75_00);
  await state("done");
  expect((await sheet()).outstanding).toBe(before.outstanding + 25_00);

  const another = await bought([cardLine(25)], 25_00);
  await cancelOrder(shop, await seen(another), { reason: "x" });
  const [cancelled] = await cardsOf(another);
  expect((await cardBooks(shop, { id: cancelled?.id ?? "" })).entries).toEqual(["sold 2500", "refunded -2500"]);
  expect(await sheet()).toMatchObject({ refunded: before.refunded - 75_00, outstanding: before.outstanding + 25_00 });
});

test("[B-130] a lost dispute takes what is left of a card, and gives it back when it is won after all", async () => {
  const own = await wholeFee();
  const number = await bought([cardLine(50)], 50_00);
  const [card] = await cardsOf(number);
  const id = card?.id ?? "";
  const codes = { giftCards: [await codeOfCard(id)], due: cents(0) };
  const { id: request } = await draftOrder(shop, { ...wish(await goods(), own), ...codes });
  const dispute = await disputed(shop, number, { state: "lost" });
  expect(await cardBooks(shop, { id })).toEqual({ left: 0, entries: ["sold 5000", `refunded ${own - 50_00}`] });
  // The part that an unpaid order holds goes as well, once it is let go.
  const { rows } = await db.execute<{ number: string }>(
    sql`select order_number as number from payments where gateway_id = ${request}`,
  );
  await withdrawDraft(shop, rows[0]?.number ?? "", { cause: "replaced" }, new Date());
  expect(await cardBooks(shop, { id })).toEqual({
    left: 0,
    entries: ["sold 5000", `refunded ${own - 50_00}`, `refunded ${-own}`],
  });
  await disputed(shop, number, { id: dispute, state: "won" });
  expect((await cardBooks(shop, { id })).left).toBe(50_00);
});

/** Refunds an amount of an order at the gateway itself, of which the shop hears. */
async function refundAtGateway(number: string, amount: number): Promise<void> {
  const { rows } = await db.execute<{ request: string }>(
    sql`select gateway_id as request from payments where order_number = ${number} and kind = 'order'`,
  );
  const requestId = rows[0]?.request ?? "";
  await shop.payments.refund(requestId, cents(amount), `at the gateway ${randomUUID()}`);
  await handleGatewayEvent(shop, { id: randomUUID(), type: "any", requestId, kind: "refund-changed" });
}

/** Pays for goods with a card, beside another payment if it has less. */
async function spend(cardId: string): Promise<string> {
  const own = await wholeFee();
  const { left } = await cardBooks(shop, { id: cardId });
  const wanted = {
    ...wish(await goods(), own),
    giftCards: [await codeOfCard(cardId)],
    due: cents(Math.max(0, own - left)),
  };
  const { id, clientSecret } = await draftOrder(shop, wanted);
  if (own > left) await pay(clientSecret);
  return (await settleOrder(shop, id)).number;
}

test("the rest of an open card is paid out whole, also where the gateway gave back a part of its order", async () => {
  const own = await wholeFee();
  const dollars = Math.ceil(own / 100) + 5;
  await sellGiftCards(shop, [dollars]);
  try {
    const number = await bought([cardLine(dollars)], dollars * 100);
    const [card] = await cardsOf(number);
    const id = card?.id ?? "";
    await spend(id);
    await refundAtGateway(number, 2_00);
    const { left } = await cardBooks(shop, { id });
    expect([await cardById(db, id), left]).toMatchObject([{ state: "open" }, dollars * 100 - own]);
    const form = await formOfCard(id);
    expect(await codeOf(payOutGiftCard(shop, owner(), form, { amount: cents(left), paidBy: "cash" }))).toBe("done");
    expect(await cardBooks(shop, { id })).toEqual({
      left: 0,
      entries: [`sold ${dollars * 100}`, `used ${-own}`, `paid-out ${-left}`],
    });
  } finally {
    await sellGiftCards(shop);
  }
});

test("[B-130] what comes back onto a card whose whole price went back is not owed once more", async () => {
  const number = await bought([cardLine(250)], 250_00);
  const [card] = await cardsOf(number);
  const id = card?.id ?? "";
  const own = await wholeFee();
  const spent = await spend(id);
  await refundAtGateway(number, 250_00);
  expect((await cardBooks(shop, { id })).entries).toEqual(["sold 25000", `used ${-own}`, `refunded ${own - 250_00}`]);

  await cancelOrder(shop, await seen(spent), { reason: "x" });
  for (const refund of await refundsOf(db, spent)) await executeRefund(shop, refund.id);
  const { left, entries } = await cardBooks(shop, { id });
  expect([left, entries.slice(3)]).toEqual([0, [`given-back ${own}`, `refunded ${-own}`]]);
});

test("an order of two cards is refunded in part while the refund of one has failed", async () => {
  const number = await bought([cardLine(50), cardLine(25)], 75_00);
  await refundBoughtCard(shop, owner(), await formOf(number), { position: 0, reason: "x" });
  const [first] = await refundsOf(db, number);
  await db
    .update(refunds)
    .set({ state: "failed" })
    .where(eq(refunds.id, first?.id ?? ""));
  await db.transaction((tx) => restoreState(tx, number));
  expect(await stateOf(number)).toBe("paid");
  await refundBoughtCard(shop, owner(), await formOf(number), { position: 1, reason: "x" });
  expect(await stateOf(number)).toBe("partly-refunded");
  await db.transaction((tx) => restoreState(tx, number));
  expect(await stateOf(number)).toBe("partly-refunded");
});

test("an order of cards only is not packed, so that its last letter completes it", async () => {
  const number = await bought([cardLine(25, { sendOn: dayAfter(today, 3) })], 25_00);
  expect(await codeOf(seen(number).then((change) => packOrder(shop, change)))).toBe("order-state");
  await sendDueGiftCards(shop, new Date(Date.now() + 3 * DAY));
  await sent();
  expect(await stateOf(number)).toBe("delivered");
});

test("a card that nobody touched is named by the state of its buyer", async () => {
  const number = await bought([cardLine(25)], 25_00);
  const { region } = await rowOf(number);
  expect(region).toBe("AZ");
  const later = new Date(Date.now() + 1200 * DAY);
  const states = (await untouchedCards(shop, memberAs("bookkeeper"), later)).map(({ state }) => state);
  expect(states).toContain(region);
});

test("a process of the former release cannot give money back for a card that is open", async () => {
  const number = await bought([cardLine(25)], 25_00);
  const cancelled = db.update(orders).set({ state: "cancelled" }).where(eq(orders.number, number));
  await expect(cancelled).rejects.toMatchObject({ cause: { constraint: "refunded_gift_card_is_closed" } });
  const [card] = await cardsOf(number);
  await closeGiftCard(shop, owner(), await formOfCard(card?.id ?? ""), { reason: "asked" });
  expect(await codeOf(seen(number).then((change) => cancelOrder(shop, change, { reason: "x" })))).toBe("done");
});

const PLAIN = "gift_card_product_is_plain";
const WORTH = "gift_card_costs_its_worth";

test("[B-129] whoever writes past the rooms does not change the amounts of the gift card either", async () => {
  const writes = [
    [WORTH, sql`update variants set price_cents = 2000 where product_id = ${GIFT_CARD_ID} and size = '$25'`],
    [WORTH, sql`update variants set sale_price_cents = 2000 where product_id = ${GIFT_CARD_ID}`],
    [WORTH, sql`update variants set cost_cents = 1 where product_id = ${GIFT_CARD_ID}`],
    [WORTH, sql`update variants set stock = 5 where product_id = ${GIFT_CARD_ID}`],
    [PLAIN, sql`update products set sale_price_cents = 100 where id = ${GIFT_CARD_ID}`],
    [PLAIN, sql`update products set cost_cents = 100 where id = ${GIFT_CARD_ID}`],
    [PLAIN, sql`update products set best_seller = true where id = ${GIFT_CARD_ID}`],
    [
      "one_gift_card_product",
      sql`insert into products (id, name, kind, position) values ('second', 'Second', 'gift-card', 1)`,
    ],
  ] as const;
  for (const [constraint, write] of writes)
    await expect(db.execute(write)).rejects.toMatchObject({ cause: { constraint } });
});

test("[B-129] the page of an order says for whom its cards are, and that they go by e-mail", async () => {
  const number = await bought(
    [cardLine(50, { email: "anna@example.com", recipient: "Anna", sendOn: dayAfter(today, 3) })],
    50_00,
  );
  const shown = () => posted(orderStatus, shop, "/order-status", { order: number, email: buyer.email });
  const { data } = await shown();
  const page = JSON.stringify(data);
  expect(page).toContain("Each gift card leaves by e-mail on its day.");
  expect(page).toContain(`{"email":"anna@example.com","sendOn":"${dayAfter(today, 3)}","recipient":"Anna"}`);
  await sendDueGiftCards(shop, new Date(Date.now() + 3 * DAY));
  await sent();
  expect(JSON.stringify((await shown()).data)).toContain("All gift cards have left by e-mail.");
});

test("a member refunds a card from its page, and one that was used not", async () => {
  const office = officeAs(shop, dana);
  const number = await bought([cardLine(50), cardLine(25)], 75_00);
  const [card, other] = await cardsOf(number);
  const page = `/gift-cards/${card?.id}`;
  expect(await office.text(page)).toContain("Refund its buyer");
  expect(await officeAs(shop, memberAs("bookkeeper")).text(page)).not.toContain("Refund its buyer");
  const form = fieldsIn(await (await office.fetch(`${page}/refund`)).text());
  const unsaid = await office.post(`${page}/refund`, { ...form, reason: "" });
  expect(await unsaid.text()).toContain("Write why.");
  await office.post(`${page}/refund`, { ...form, reason: "Bought twice" });
  expect((await refundsOf(db, number)).map(({ amount, reason }) => [amount, reason])).toEqual([
    [50_00, "Bought twice"],
  ]);
  const again = await office.post(`${page}/refund`, { ...form, reason: "Bought twice" });
  expect([again.status, await refundsOf(db, number)]).toMatchObject([302, { length: 1 }]);
  const [closed] = await cardsOf(number);
  expect([closed?.state, closed?.left]).toEqual(["closed", 0]);
  expect(await office.text(page)).toContain("Money back to its buyer");
  expect(await office.text(`/orders/${number}`)).toContain(`Gift card ending ${closed?.lastFour}, closed`);

  const code = await codeOfCard(other?.id ?? "");
  await draftOrder(shop, { ...wish(await goods(), await wholeFee()), giftCards: [code] });
  expect((await office.fetch(`/gift-cards/${other?.id}/refund`)).status).toBe(404);
});

test("a card whose recipient was erased between draft and payment goes to its buyer", async () => {
  const { id, clientSecret, number } = await drafted(
    [cardLine(25, { email: "gone@example.com", recipient: "Gone" })],
    25_00,
  );
  await db
    .update(giftCardLines)
    .set({ email: "", recipient: "", words: "" })
    .where(eq(giftCardLines.orderNumber, number));
  await pay(clientSecret);
  await settleOrder(shop, id);
  expect((await cardsOf(number)).map(({ email, recipient }) => [email, recipient])).toEqual([[buyer.email, ""]]);
  await sendBoughtCards(shop, number);
  expect((await sent()).map(({ to }) => to)).toEqual([buyer.email]);
});
