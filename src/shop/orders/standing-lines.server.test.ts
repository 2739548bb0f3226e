import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { cents } from "~/shop/money";
import { findOrders } from "./list/find-orders.server";
import { listOrders } from "./list/listed-orders.server";
import { everyOrder } from "./list/order-filter";
import { memberOrder } from "./member-order.server";
import { orderFacts } from "./order-facts.tables";
import { orderByNumber } from "./orders.server";
import { orderLines } from "./orders.tables";
import { paperOrders } from "./papers/paper-orders.server";
import { lineProgress } from "./parcels/line-progress.server";
import { shipParcel } from "./parcels/ship-parcel.server";
import { soldNotLeft } from "./parcels/sold-not-left.server";
import { ordersOf } from "./person-orders.server";
import { refundLines } from "./refunds/refund-lines.server";
import { lineEndings, standingLines } from "./standing-lines.tables";
import { verifiedPurchase } from "./verified-purchase.server";

const { shop, db, bought, seen, rowOf, stateOf, codeOf, tee, ups } = await openBoughtOrders();
const owner = memberAs("owner", "Dana");
const gloves = ["Gauntlet Leather Gloves", "M", "Black"] as const;

/** Ends pieces of a line like a change of the order does, with their share of the discount. */
async function end(orderNumber: string, position: number, quantity: number, share = 0) {
  const own = and(eq(standingLines.orderNumber, orderNumber), eq(standingLines.position, position));
  const [line] = await db.select().from(standingLines).where(own);
  const leaves = (line?.quantity ?? 0) - quantity;
  const part = { discountShare: cents(share), tax: cents(0), quantity, leaves, changeId: randomUUID() };
  await db.insert(lineEndings).values({ orderNumber, position, ...part });
}
const lineOf = async (number: string, position: number) => {
  const own = and(eq(orderLines.orderNumber, number), eq(orderLines.position, position));
  const [line] = await db.select().from(orderLines).where(own);
  if (!line) throw new Error("no line");
  return line;
};
const piecesIn = (lines: { position: number; quantity: number }[]) =>
  lines.map(({ position, quantity }) => [position, quantity]);

test("pieces that a change ended are absent from the order, its facts, lists, searches, papers and verified purchases, but stay in `order_lines`", async () => {
  const number = await bought([[...tee, 3], [...gloves]]);
  const tees = await lineOf(number, 0);
  const glove = await lineOf(number, 1);
  await end(number, 0, 2);
  await end(number, 1, 1);

  expect(piecesIn((await orderByNumber(db, number))?.lines ?? [])).toEqual([[0, 1]]);
  expect(piecesIn(await lineProgress(db, number))).toEqual([[0, 1]]);
  expect((await memberOrder(shop, owner, number))?.lines).toMatchObject([{ position: 0, quantity: 1, waiting: 1 }]);
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  expect([facts?.lines, facts?.pieces, facts?.piecesLeft]).toEqual([1, 1, 1]);
  const filter = { ...everyOrder, query: number };
  const { orders } = await listOrders(shop, owner, { filter, sort: "newest", page: {} }, 5);
  expect(orders.map(({ things, pieces }) => [things.map(({ name }) => name), pieces])).toEqual([[[tees.name], 1]]);
  const holds = await listOrders(
    shop,
    owner,
    { filter: { ...everyOrder, product: glove.productId }, sort: "newest", page: {} },
    5,
  );
  expect(holds.orders).toEqual([]);
  expect(await findOrders(shop, owner, `${number} gauntlet`, 5)).toEqual([]);
  const { email } = await rowOf(number);
  const [own] = await ordersOf(shop, owner, email, 5);
  expect(own?.pieces).toBe(1);
  expect(await verifiedPurchase(db, email, glove.productId)).toBeUndefined();
  expect(await soldNotLeft(db, glove.variantId)).toEqual([]);
  expect(await soldNotLeft(db, tees.variantId)).toEqual([{ orderNumber: number, quantity: 1 }]);
  const [paper] = await paperOrders(shop, owner, [number]);
  expect(paper?.order?.lines).toMatchObject([{ position: 0, quantity: 1 }]);
  expect(piecesIn(await db.select().from(orderLines).where(eq(orderLines.orderNumber, number)))).toEqual([
    [0, 3],
    [1, 1],
  ]);
});

test("an order with ended pieces is shipped whole without them, and only the other pieces can be refunded", async () => {
  const number = await bought([[...tee, 3]]);
  await end(number, 0, 2);
  const two = { lines: [{ position: 0, quantity: 2 }], cause: "two", restock: false };
  expect(await codeOf(seen(number).then((change) => refundLines(shop, change, two)))).toBe("more-than-left");

  await shipParcel(shop, await seen(number), ups);
  expect(await stateOf(number)).toBe("shipped");
  const one = { lines: [{ position: 0, quantity: 1 }], cause: "one", restock: false };
  expect((await refundLines(shop, await seen(number), one)).amount).toBe(36_00);
});

test("an ending takes at most the pieces left in the line, and only one of two concurrent endings succeeds", async () => {
  const number = await bought([[...tee, 3]]);
  const both = await Promise.allSettled([end(number, 0, 2), end(number, 0, 2)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  for (const wrong of [
    { quantity: 1, leaves: 1, discountShare: cents(0) },
    { quantity: 2, leaves: -1, discountShare: cents(0) },
    { quantity: 1, leaves: 0, discountShare: cents(1) },
  ])
    await expect(
      db
        .insert(lineEndings)
        .values({ orderNumber: number, position: 0, tax: cents(0), changeId: randomUUID(), ...wrong }),
    ).rejects.toMatchObject({ cause: { code: "23514" } });
  await end(number, 0, 1);
  expect(await db.$count(standingLines, eq(standingLines.orderNumber, number))).toBe(0);
});

test("only five functions and views of the database read `order_lines`; all others read `standing_lines`", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select proname as name from pg_proc where prosrc ~ '\\morder_lines\\M'
    union all select viewname from pg_views where schemaname = 'public' and definition ~ '\\morder_lines\\M'
    order by name`);
  expect(rows.map(({ name }) => name)).toEqual([
    "clear_samples",
    "line_goods",
    "note_cost_of_sale",
    "standing_lines",
    "write_order",
  ]);
});
