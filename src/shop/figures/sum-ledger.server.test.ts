import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { payments } from "~/shop/payments/payments.tables";
import { settings } from "~/shop/settings.tables";
import { ledgerGoodsByMonth, ledgerSummed, ledgerSumsByDay } from "./ledger-sums.tables";
import type { Period } from "./period";
import { returnedGoods } from "./returned-goods.server";
import { salesByDay } from "./sales-by-day.server";
import { salesBy, type SalesKey } from "./sales-by.server";
import { salesByState } from "./sales-by-state.server";
import { reasons } from "~/shop/returns/return-reasons";
import { stepsIn } from "./searches-and-steps.server";
import { salesByOrder } from "./sales-by-order.server";
import { slowAndValue, slowProducts } from "./stock-at-hand.server";
import { compareSums, forgetSums, sumLedger } from "./sum-ledger.server";
import { taxCollected } from "./tax-collected.server";

const { shop, db, tee, seen } = await openBoughtOrders();
const dana = memberAs("owner", "Dana");
const gloves = ["Gauntlet Leather Gloves", "M", "Black"] as const;
await shop.asOwner(
  "update variants set stock = 500 where product_id in (select id from products where kind = 'goods')",
);

// Together with days at their edges they contain a whole year and a month, whole months, and a whole quarter.
const PERIODS: Period[] = [
  { from: "2024-12-15", to: "2026-02-10", before: { from: "2025-01-15", to: "2025-03-31" }, open: null },
  { from: "2025-03-01", to: "2025-03-31", before: { from: "2024-12-20", to: "2025-04-03" }, open: null },
];
const KEYS: SalesKey[] = ["product", "variant", "category", "code", "state"];

/** Results of the functions that compute figures from the ledger, for both periods. */
const figures = () =>
  Promise.all(
    PERIODS.map(async (period, place) => ({
      days: await salesByDay(shop, dana, period.before ? [period, period.before] : [period]),
      toArizona: await salesByDay(shop, dana, [period], { state: "AZ" }),
      ofGloves: await salesByDay(shop, dana, [period], { category: "Gloves" }),
      by: await Promise.all(KEYS.slice(place * 3).map((by) => salesBy(shop, dana, by, { period, most: 100 }))),
      byOrder: await salesByOrder(shop, dana, { period, most: 100 }),
      ofTees: await salesBy(shop, dana, "variant", { period, most: 100, filter: { category: "T-Shirts" } }),
      codesOfGloves: await salesBy(shop, dana, "code", { period, most: 100, filter: { category: "Gloves" } }),
      statesOfGloves: await salesBy(shop, dana, "state", {
        period,
        most: 100,
        filter: { category: "Gloves", code: "" },
      }),
      categoriesInArizona: await salesBy(shop, dana, "category", { period, most: 100, filter: { state: "AZ" } }),
      inNone: await salesBy(shop, dana, "product", { period, most: 100, filter: { code: "" } }),
      back: await returnedGoods(shop, dana, period, { telling: Object.keys(reasons), most: 1_000 }),
      tax: await taxCollected(shop, dana, period),
      byState: (await salesByState(shop, dana, period.to)).toSorted((one, other) =>
        one.state.localeCompare(other.state),
      ),
      slow: await slowProducts(shop, dana, { since: period.from, most: 1_000 }),
      stock: await slowAndValue(shop, dana, { since: period.from, most: 1_000 }),
      steps: await stepsIn(shop, dana, period),
    })),
  );

/** Places and pays an order at a given time; returns its number. */
async function boughtAt(at: string, picks: Picks = [[...tee, 2], [...gloves]]): Promise<string> {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, picks));
  await payWith(shop, cards.good, clientSecret);
  return (await settleOrder(shop, id, {}, new Date(at))).number;
}

const until = async () => (await db.select().from(ledgerSummed))[0]?.until ?? 0;
const lastRow = async () => (await db.execute<{ id: number }>(sql`select max(id) as id from sale_events`)).rows[0]?.id;

/** Expects the same figures with the present stored sums and without stored sums. */
async function expectSameWithoutSums(): Promise<void> {
  expect(await compareSums(db)).toMatchObject({ differing: 0 });
  const summed = await figures();
  const before = await until();
  await forgetSums(db);
  expect(summed).toEqual(await figures());
  await db.update(ledgerSummed).set({ until: before });
}

const oneRow = async (number: string) => {
  const [row] = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number)).limit(1);
  if (!row) throw new Error("nothing was sold");
  const { id: _, ...own } = row;
  return own;
};

const first = await boughtAt("2025-01-20T18:00:00Z");
await boughtAt("2025-02-28T18:00:00Z");
await boughtAt("2025-03-09T18:00:00Z", [[...tee]]);
await boughtAt("2026-02-03T18:00:00Z");
beforeEach(() => forgetSums(db));

test("figures equal those of the ledger alone before and after summing, and after later orders, refunds of old orders and late rows", async () => {
  const before = await figures();
  expect(before[0]?.days[0]?.filter(({ sums }) => sums.orders > 0)).toHaveLength(4);
  expect(await sumLedger(db)).toBe(1);
  expect(await figures()).toEqual(before);
  expect([await until(), await sumLedger(db)]).toEqual([await lastRow(), 0]);

  await boughtAt("2025-03-20T18:00:00Z");
  await refundLines(shop, await seen(first), {
    cause: "torn",
    restock: true,
    lines: [{ position: 0, quantity: 1 }],
  });
  // Adds a row for a day that the stored sums already include.
  await db.insert(saleEvents).values({ ...(await oneRow(first)), kind: "goodwill", amount: cents(-5_00), pieces: 0 });
  await expectSameWithoutSums();
  expect(await sumLedger(db)).toBe(1);
  await expectSameWithoutSums();
});

test("rows that are uncommitted while the ledger is summed are not lost, and orders do not wait for the summing", async () => {
  const own = await oneRow(first);
  const ledgerBefore = await lastRow();
  await db.transaction(async (tx) => {
    await tx.insert(saleEvents).values({ ...own, changeId: randomUUID(), amount: cents(7_00), pieces: 0 });
    // The uncommitted row has a lower id than the rows of this order.
    await boughtAt("2025-02-02T18:00:00Z");
    expect([await sumLedger(db, { tries: 2 }), await until()]).toEqual([0, 0]);
  });
  expect(await sumLedger(db)).toBe(1);
  expect(await until()).toBeGreaterThan(ledgerBefore ?? 0);
  await expectSameWithoutSums();
});

test("summing that was interrupted continues where it stopped, and concurrent processes add no row twice", async () => {
  expect(await sumLedger(db, { atOnce: 3, steps: 2 })).toBe(2);
  expect(await until()).toBe(6);
  await expectSameWithoutSums();
  const taken = await Promise.all([sumLedger(db, { atOnce: 4 }), sumLedger(db, { atOnce: 5 }), sumLedger(db)]);
  expect(taken.reduce((all, steps) => all + steps, 0)).toBeGreaterThan(0);
  await sumLedger(db);
  expect(await until()).toBe(await lastRow());
  await expectSameWithoutSums();
});

test.each([
  ["removed", `delete from sale_events where id = (select max(id) from sale_events)`],
  ["changed", `update sale_events set cost_cents = null where product = 'Gauntlet Leather Gloves'`],
])("when ledger rows are %s, the same transaction discards all stored sums", async (_, statement) => {
  await sumLedger(db);
  await shop.asOwner(statement);
  expect(await until()).toBe(0);
  await expectSameWithoutSums();
  await sumLedger(db);
  expect((await compareSums(db)).rows).toBe(await db.$count(saleEvents));
  await expectSameWithoutSums();
});

test("stored sums are ignored and rebuilt if the row that says how far they reach is missing or of another version", async () => {
  await sumLedger(db);
  const before = await figures();
  // As after a restore: backups omit this table, so existing sums must not be trusted.
  await db.delete(ledgerSummed);
  expect(await figures()).toEqual(before);
  await sumLedger(db);
  await expectSameWithoutSums();
  await db.update(ledgerSummed).set({ method: 0 });
  expect(await figures()).toEqual(before);
  await sumLedger(db);
  await expectSameWithoutSums();
});

test("stored sums no longer count test orders once a real order exists", async () => {
  await sumLedger(db);
  const number = await boughtAt("2025-03-15T18:00:00Z", [[...gloves]]);
  await sumLedger(db);
  await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));
  const [[days = []] = []] = (await figures()).map((own) => own.days);
  expect(days.filter(({ sums }) => sums.orders > 0)).toMatchObject([{ day: "2025-03-15" }]);
  await expectSameWithoutSums();
  await db.update(payments).set({ live: false }).where(eq(payments.orderNumber, number));
  await expectSameWithoutSums();
});

test("summed days keep their sums when the shop's time zone changes, and later sales use the days of the new zone", async () => {
  await sumLedger(db);
  await db.insert(settings).values({ name: "timeZone", value: "Pacific/Auckland" });
  await boughtAt("2025-03-09T18:30:00Z", [[...tee]]);
  const [days = []] = await salesByDay(shop, dana, [{ from: "2025-03-09", to: "2025-03-10" }]);
  expect(days.map(({ sums }) => sums.orders)).toEqual([1, 1]);
  await expectSameWithoutSums();
  await sumLedger(db);
  await expectSameWithoutSums();
});

test("`compareSums` detects stored sums that were altered, and summing anew corrects them", async () => {
  await sumLedger(db);
  await db.update(ledgerSumsByDay).set({ gross: 1 }).where(eq(ledgerSumsByDay.day, "2025-01-20"));
  await db.delete(ledgerGoodsByMonth).where(eq(ledgerGoodsByMonth.month, "2025-01-01"));
  expect((await compareSums(db)).differing).toBeGreaterThan(1);
  await forgetSums(db);
  await sumLedger(db);
  expect((await compareSums(db)).differing).toBe(0);
});
