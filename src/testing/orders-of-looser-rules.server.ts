import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { products } from "~/shop/catalog/catalog.tables";
import { returnToStock } from "~/shop/catalog/stock/reservations.server";
import { retentionDays, retentionNotices } from "~/privacy/retention.tables";
import { checkoutReminders, reminderLetters } from "~/shop/checkout/reminders/reminders.tables";
import { NO_COUNTS } from "~/shop/imports/import";
import { importRows, imports } from "~/shop/imports/imports.tables";
import { endLetters } from "~/shop/letter-endings.server";
import { cents, centsOfDollars } from "~/shop/money";
import { subscribe, subscriptionOf, unsubscribe } from "~/shop/newsletter/newsletter.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { endChange } from "~/shop/orders/changes/end-change.server";
import { makeChange, previewOfChange } from "~/shop/orders/changes/make-change.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { pricedLines } from "~/shop/orders/drafting/priced-lines.server";
import { refundBoughtCard } from "~/shop/orders/gift-cards/refund-bought-card.server";
import { loseParcel, sendLostAgain } from "~/shop/orders/parcels/lose-parcel.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { sendReplacements } from "~/shop/orders/parcels/replacements.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { handleGatewayEvent } from "~/shop/orders/settling/handle-gateway-event.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { standingLines } from "~/shop/orders/standing-lines.tables";
import { refundableMoney } from "~/shop/payments/refunds.server";
import type { Refusal } from "~/shop/refusal";
import { receiveAsMember } from "~/shop/returns/receive-return.server";
import { returnableOrder, returnByNumber, startReturn } from "~/shop/returns/returns.server";
import { cameField } from "~/shop/returns/settlement";
import { openBoughtOrders } from "./bought-orders.server";
import { collectIn, collectNowhere } from "./collected-tax.server";
import { draftWithCards, openCard } from "./gift-cards.server";
import { cardLine, sellGiftCards } from "./gift-card-product.server";
import { memberAs } from "./members.server";
import { cards, draftRequestFor, jo, lineOf, payWith } from "./riders.server";

const TEE = ["Sprocket Tee", "M", "Ash"] as const;
const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;

type Bought = Awaited<ReturnType<typeof openBoughtOrders>>;

/**
 * A test shop with rows that only the present rules for rows allow, and each earlier form of a rule would refuse: changes of
 * orders that were asked for, paid and ended; exchanges, paid and unpaid; several parcels, refunds over several payments,
 * replacements, fees, products without a category, and a newsletter that was ended. All are made by the shop's own functions.
 */
export async function openOrdersOfLooserRules() {
  const own = await openBoughtOrders();
  const { shop, db, staff } = own;
  const { items } = await draftRequestFor(shop, [[...GLOVES]]);
  const [gloves] = await pricedLines(db, items);
  await db.transaction((tx) =>
    returnToStock(tx, [{ variantId: gloves?.variantId ?? 0, quantity: 100 }], "tests", staff),
  );
  const change = await changesIn(own);
  const exchange = await exchangesIn(own);
  await parcelsIn(own);
  await feesIn(own);
  await unusualGoodsIn(own);
  await giftCardsIn(own);
  await soldCardsIn(own);
  await subscribe(shop, "ended@example.com", "footer");
  await remindersIn(own);
  await unsubscribe(shop, (await subscriptionOf(db, "ended@example.com"))?.token ?? "");
  return { ...own, change, exchange };
}

/** Orders of which gift cards pay a part: one is paid, with a part given back, one waits. */
async function giftCardsIn({ shop, seen }: Bought): Promise<void> {
  const card = await openCard(shop, 50_00);
  const draft = async () => draftWithCards(shop, await draftRequestFor(shop, [[...TEE]]), [{ card, amount: 20_00 }]);
  const { id, clientSecret } = await draft();
  await payWith(shop, cards.good, clientSecret);
  const { number, summary } = await settleOrder(shop, id);
  const goodwill = cents(summary.total - 5_00);
  await refundLines(shop, await seen(number), { lines: [], goodwill, cause: randomUUID(), restock: false });
  await draft();
}

/** The gift card on the shop, without a category, and orders that bought some: one has a card that was refunded, one waits. */
async function soldCardsIn({ shop, seen }: Bought): Promise<void> {
  await sellGiftCards(shop);
  const draft = () =>
    draftOrder(shop, {
      items: [cardLine(25), cardLine(50)],
      customer: jo,
      method: "Credit Card",
      amount: cents(75_00),
    });
  const { id, clientSecret } = await draft();
  await payWith(shop, cards.good, clientSecret);
  const { number } = await settleOrder(shop, id);
  const form = { submission: randomUUID(), ...(await seen(number)) };
  await refundBoughtCard(shop, memberAs("owner"), form, { position: 0, reason: "" });
  await draft();
}

/** A checkout that waits for its reminder, one that was reminded, and a mailbox that ended such letters. */
async function remindersIn({ shop, db }: Bought): Promise<void> {
  const { product, size, color } = await lineOf(shop, [...TEE]);
  const row = {
    email: jo.email,
    bag: [{ product, size, color, quantity: 1 }],
    askedAt: new Date(),
    changedAt: new Date(),
  };
  await db.insert(checkoutReminders).values([
    { ...row, key: "a".repeat(32) },
    { ...row, key: "a".repeat(32), enqueuedAt: new Date() },
  ]);
  await db.insert(reminderLetters).values({ id: randomUUID(), enqueuedAt: new Date(), sentAt: new Date() });
  await endLetters(db, "reminder", "x");
  await db.insert(retentionNotices).values({ kind: "reminders", period: 14, found: 0, beginsAt: new Date() });
  await db.insert(retentionDays).values({ kind: "reminders", day: "2026-12-03", ended: 1 });
}

/** Pays for a change. */
async function payFor({ shop }: Bought, changeId: string): Promise<void> {
  const { id, clientSecret } = await askForChange(shop, changeId, "Credit Card");
  await payWith(shop, cards.good, clientSecret);
  await settleChange(shop, id);
}

/** Orders of which a tee is changed to gloves; returns a change that was asked for and waits for its payment. */
async function changesIn(own: Bought): Promise<{ id: string; orderNumber: string }> {
  const { shop, db, bought, seen } = own;
  const { product, size, color } = await lineOf(shop, [...GLOVES]);
  const asked = async () => {
    const orderNumber = await bought([[...TEE, 2]]);
    const wanted = {
      goes: [{ position: 0, quantity: 1 }],
      comes: [{ product, size, color, quantity: 1, replaces: 0 }],
    };
    const { difference } = await previewOfChange(shop, orderNumber, wanted);
    const { id } = await makeChange(shop, await seen(orderNumber), { ...wanted, difference, hours: 72 });
    return { id, orderNumber };
  };
  /** Position of the gloves in a changed order. */
  const positionOf = async (number: string) =>
    (await db.select().from(standingLines).where(eq(standingLines.orderNumber, number))).find(
      ({ name }) => name === GLOVES[0],
    )?.position ?? 0;
  const paid = await asked();
  await payFor(own, paid.id);
  // Over both payments: the pieces are in one part of the refund, the rest of their price in the other.
  const lines = [{ position: await positionOf(paid.orderNumber), quantity: 1 }];
  await refundLines(shop, await seen(paid.orderNumber), { lines, cause: randomUUID(), restock: true });

  const ended = await asked();
  await askForChange(shop, ended.id, "Credit Card");
  await endChange(shop, ended.id, { by: "member" });

  const waiting = await asked();
  await askForChange(shop, waiting.id, "Credit Card");
  return waiting;
}

/** Sent orders of two tees, both exchanged for gloves; returns an exchange that waits for its payment. */
async function exchangesIn(own: Bought): Promise<{ id: string; orderNumber: string }> {
  const { shop, db, shipped } = own;
  async function started(order: string, round: number): Promise<string> {
    const values = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "another", "other-0": "gauntlet" };
    const { sold } = await returnableOrder(db, { order, email: jo.email, values });
    const found = sold.lines[0]?.variants.find(
      ({ size, color, isOther }) => isOther && size === "M" && color === "Black",
    );
    if (!found) throw new Error("The gloves are not offered.");
    const wanted = { ...values, "instead-0": `${found.id}:${found.difference}` };
    const now = { now: new Date(), settings: shop.settings() };
    return startReturn(shop, { order, email: jo.email, round: String(round), values: wanted }, now);
  }
  async function exchanged() {
    const order = await shipped([[...TEE, 2]]);
    const backs = [await started(order, 0), await started(order, 1)];
    const changes = await Promise.all(backs.map((back) => exchangeToPay(db, back)));
    return { order, backs, changes: changes.filter((change) => change !== undefined) };
  }
  const paid = await exchanged();
  for (const { id } of paid.changes) await payFor(own, id);
  // A refund at the gateway is divided over all parts of the order, also over what each exchange cost more.
  const { payments } = await db.transaction(async (tx) => {
    const money = await refundableMoney(tx, paid.order);
    if (!money) throw new Error("no payments");
    return money;
  });
  const requestId = payments.first.gatewayId ?? "";
  await shop.payments.refund(requestId, cents(20_00), randomUUID());
  const event = { id: `evt_${randomUUID()}`, type: "any", requestId, kind: "refund-changed" } as const;
  await handleGatewayEvent(shop, event);
  await recount(own, paid.backs[0] ?? "");

  const unpaid = await exchanged();
  for (const { id } of unpaid.changes) await askForChange(shop, id, "Credit Card");
  const [first] = unpaid.changes;
  if (!first) throw new Error("The exchange costs nothing.");
  return first;
}

/** Receives a return, and then corrects the condition of its piece, which leaves a row of 0 pieces. */
async function recount({ shop, db }: Bought, back: string): Promise<void> {
  for (const condition of ["as-new", "worn"] as const) {
    const version = (await returnByNumber(db, back))?.row.version ?? 0;
    const form = { submission: randomUUID(), number: back, version };
    await receiveAsMember(shop, memberAs("manager", "Dana"), form, { [cameField(0, condition)]: "1" });
  }
}

/** An order whose parcel was lost and sent again. */
async function parcelsIn({ shop, db, shipped, seen, ups }: Bought): Promise<void> {
  const number = await shipped([[...TEE, 2]]);
  const parcelId = (await parcelsOf(db, number))[0]?.id ?? 0;
  await loseParcel(shop, await seen(number), parcelId);
  await sendLostAgain(shop, await seen(number), { parcelId, pieces: [{ position: 0, quantity: 1 }] });
  await sendReplacements(shop, await seen(number), { lost: parcelId }, ups);
}

/** An order with a fee of its state, which is refunded. */
async function feesIn({ shop, seen }: Bought): Promise<void> {
  const fee = { name: "Retail delivery fee", amount: cents(28), fromValue: cents(0) };
  await collectIn(shop, "AZ", { stateRate: 56_000, delivery: "by-share" }, { fees: [fee] });
  const request = await draftRequestFor(shop, [[...TEE]]);
  // The first request does not know the tax yet; its refusal says the total.
  const refusal: unknown = await draftOrder(shop, request).catch((error: unknown) => error);
  const { summary } = (refusal as Refusal<"tax-changed">).details as { summary: { total: number } };
  const { id, clientSecret } = await draftOrder(shop, { ...request, amount: centsOfDollars(summary.total) });
  await payWith(shop, cards.good, clientSecret);
  const { number } = await settleOrder(shop, id);
  await collectNowhere(shop);
  await refundLines(shop, await seen(number), { lines: [], fees: true, cause: randomUUID(), restock: false });
}

/** A product in the archive, and a draft that has no category yet. */
async function unusualGoodsIn({ db }: Bought): Promise<void> {
  const [archived, draft] = await db.select({ id: products.id }).from(products).orderBy(products.id).limit(2);
  await db
    .update(products)
    .set({ publishedStatus: "archived" })
    .where(eq(products.id, archived?.id ?? ""));
  await db
    .update(products)
    .set({ publishedStatus: "draft", categoryId: null, kindForTax: null })
    .where(eq(products.id, draft?.id ?? ""));
  // A row of a file about a gift card.
  const [file] = await db
    .insert(imports)
    .values({ file: "cards.csv", counts: NO_COUNTS })
    .returning({ id: imports.id });
  await db.insert(importRows).values({ importId: file?.id ?? 0, row: 2, cells: ["card"], state: "gift-card" });
}
