import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { draftRequestFor, jo } from "~/testing/riders.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { settleReturn } from "~/shop/returns/settle-return.server";
import { usualSettlement } from "~/shop/returns/settlement";
import { startReturn } from "~/shop/returns/returns.server";
import { cancelOrder } from "./cancel-order.server";
import { draftOrder } from "./drafting/draft-order.server";
import { expireDraft } from "./drafting/expire-draft.server";
import { orderFacts, orderNameWords, orderSearch } from "./order-facts.tables";
import { orders } from "./orders.tables";
import { deliverParcel } from "./parcels/deliver-parcel.server";
import { packOrder } from "./parcels/pack-order.server";
import { parcelsOf } from "./parcels/parcels.server";
import { shipParcel } from "./parcels/ship-parcel.server";
import { refundLines } from "./refunds/refund-lines.server";
import { findBuyers } from "./person-orders.server";
import { ordersToShip } from "./count-orders-to-ship.server";

const { shop, db, staff, ups, tee, bought, seen, shipped } = await openBoughtOrders();

async function factsOf(number: string) {
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  if (!facts) throw new Error("no facts");
  const { standing, shipping, money, piecesLeft } = facts;
  return [standing, shipping, money, piecesLeft];
}

/** Sets refunds to a state, with the payment locked first, as the shop does. */
const refundsBecome = (number: string, state: "done" | "failed") =>
  db.transaction(async (tx) => {
    await tx.select({ id: payments.id }).from(payments).where(eq(payments.orderNumber, number)).for("no key update");
    await tx
      .update(refunds)
      .set({ state })
      .where(
        sql`${refunds.paymentId} in (select ${payments.id} from ${payments} where ${payments.orderNumber} = ${number})`,
      );
  });

test("a draft has the standing not-paid, and lapsed after it expired", async () => {
  const { id } = await draftOrder(shop, await draftRequestFor(shop, [[...tee, 2]]));
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
  const number = payment?.orderNumber ?? "";
  expect(await factsOf(number)).toEqual(["not-paid", "none", "open", 0]);

  await expireDraft(shop, number, new Date(Date.now() + HOUR));
  expect(await factsOf(number)).toEqual(["lapsed", "none", "none", 0]);
});

test("facts follow an order that is packed, shipped in two parcels and delivered", async () => {
  const number = await bought([[...tee, 3]]);
  expect(await factsOf(number)).toEqual(["to-ship", "to-ship", "paid", 3]);

  await packOrder(shop, await seen(number));
  expect(await factsOf(number)).toEqual(["packed", "packed", "paid", 3]);

  await shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  expect(await factsOf(number)).toEqual(["partly-shipped", "partly-shipped", "paid", 2]);

  await shipParcel(shop, await seen(number), { ...ups, trackingNumber: "1Z 888" });
  expect(await factsOf(number)).toEqual(["on-the-way", "on-the-way", "paid", 0]);

  for (const { id } of await parcelsOf(db, number)) await deliverParcel(shop, await seen(number), id);
  expect(await factsOf(number)).toEqual(["arrived", "arrived", "paid", 0]);
});

test("the fact `money` follows refunds that are requested, refused and completed", async () => {
  const number = await bought([[...tee, 2]]);
  const refund = { cause: "torn", restock: true };
  await refundLines(shop, await seen(number), { ...refund, lines: [{ position: 0, quantity: 1 }] });
  expect(await factsOf(number)).toEqual(["partly-refunded", "to-ship", "refund-asked", 1]);

  await refundsBecome(number, "failed");
  expect(await factsOf(number)).toEqual(["partly-refunded", "to-ship", "refund-refused", 1]);

  await db.update(refunds).set({ handledAt: new Date() }).where(eq(refunds.state, "failed"));
  expect((await factsOf(number))[2]).toBe("paid");

  await refundsBecome(number, "done");
  expect(await factsOf(number)).toEqual(["partly-refunded", "to-ship", "partly-refunded", 1]);

  await db
    .update(refunds)
    .set({ amount: sql`${payments.amount}` })
    .from(payments)
    .where(sql`${payments.id} = ${refunds.paymentId} and ${payments.orderNumber} = ${number}`);
  expect((await factsOf(number))[2]).toBe("refunded");
});

test("a cancelled order has nothing to ship, and its money follows the refund", async () => {
  const number = await bought([[...tee, 2]]);
  await cancelOrder(shop, await seen(number), { reason: "asked" });
  expect(await factsOf(number)).toEqual(["cancelled", "none", "refund-asked", 0]);
  await refundsBecome(number, "done");
  expect(await factsOf(number)).toEqual(["cancelled", "none", "refunded", 0]);
});

test("a started return counts as waiting, and the replacement of a settled one as a piece left", async () => {
  const number = await shipped([[...tee, 1]]);
  const waiting = async () => {
    const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
    return facts?.returnsWaiting;
  };
  const back = await startReturn(
    shop,
    {
      order: number,
      email: jo.email,
      round: "0",
      values: { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "Ash / L" },
    },
    { now: new Date(), settings: shop.settings() },
  );
  expect(await waiting()).toBe(1);

  const { version } = await seen(number);
  const arrived = [{ position: 0, condition: "as-new" as const, quantity: 1 }];
  await receiveReturn(shop, { number: back, version: 1, actor: staff }, arrived);
  const settlement = usualSettlement(await linesToSettle(shop.db, back));
  await settleReturn(shop, { number: back, version: 2, orderVersion: version, actor: staff }, settlement);
  expect((await factsOf(number)).slice(1)).toEqual(["partly-shipped", "paid", 1]);
});

test("simultaneous changes of an order all reach its facts", async () => {
  const number = await bought([[...tee, 2]]);
  await refundLines(shop, await seen(number), {
    cause: "torn",
    restock: true,
    lines: [{ position: 0, quantity: 1 }],
  });
  await Promise.all([
    ...Array.from({ length: 5 }, () => refundsBecome(number, "done")),
    shipParcel(shop, await seen(number), ups),
  ]);
  expect(await factsOf(number)).toEqual(["on-the-way", "on-the-way", "partly-refunded", 0]);
});

test("recomputing all facts changes none, and the counts on the page Today agree with them", async () => {
  const before = await db.select().from(orderFacts).orderBy(orderFacts.number);
  await db.execute(sql`select note_facts_of(array(select number from orders))`);
  expect(await db.select().from(orderFacts).orderBy(orderFacts.number)).toEqual(before);

  const open = before.filter(({ piecesLeft }) => piecesLeft > 0);
  expect(await ordersToShip(shop, memberAs("packer"))).toMatchObject({
    orders: open.length,
    pieces: open.reduce((total, { piecesLeft }) => total + piecesLeft, 0),
  });
});

test("after a name is corrected, an order is found only by the new name", async () => {
  const number = await bought([[...tee, 1]]);
  await db.update(orders).set({ name: "José Ångström", email: "jose@x.example" }).where(eq(orders.number, number));

  const [entry] = await db.select().from(orderSearch).where(eq(orderSearch.number, number));
  expect(entry).toMatchObject({ email: "jose@x.example", text: expect.stringMatching(`^${number} jose angstrom `) });
  const words = await db.select().from(orderNameWords).where(eq(orderNameWords.number, number));
  expect(words.map(({ word }) => word).toSorted()).toEqual(["angstrom", "jose"]);
  for (const typed of ["angstrom", "Ångström", "A\u030Angstro\u0308m", "JOSE A"])
    expect(await findBuyers(shop, memberAs("owner"), `%${typed}%`, 5)).toMatchObject([{ name: "José Ångström" }]);
});

test.each([
  ["delacroix", "delacroix", true],
  ["delacroix", "delacroux", true],
  ["delacroix", "delcroix", true],
  ["delacroix", "delacrooix", true],
  ["delacroix", "dealcroix", true],
  ["delacroix", "delarcoxi", false],
  ["delacroix", "dela", false],
])("`is_one_slip_apart` for %s and %s is %s", async (one, other, expected) => {
  const { rows } = await db.execute(sql`select is_one_slip_apart(${one}, ${other}) as apart`);
  expect(rows).toEqual([{ apart: expected }]);
});
