import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { gatewayActor } from "../settling/complete-paid.server";
import { locked, reserve, sell, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { draftRequestFor, lineOf } from "~/testing/riders.server";
import { pricedLines } from "../drafting/priced-lines.server";
import { makeChange, previewOfChange } from "./make-change.server";
import { changesOf } from "./open-change.server";

const { shop, db, bought, seen, codeOf } = await openBoughtOrders();

const PICKS: Picks = [
  ["Sprocket Tee", "M", "Ash"],
  ["Gauntlet Leather Gloves", "M", "Black"],
];

/** Goods of an order in the order in which variants are locked. */
async function inLockOrder() {
  const { items } = await draftRequestFor(shop, PICKS);
  const rows = await pricedLines(db, items);
  const lines = rows.flatMap(({ variantId, quantity }, index) => {
    const pick = PICKS[index];
    return pick ? [{ pick, variantId, quantity }] : [];
  });
  return lines.toSorted((a, b) => a.variantId - b.variantId);
}

test("a change of the later of two variants and a payment of another order with both do not deadlock", async () => {
  const [first, later] = await inLockOrder();
  if (!first || !later) throw new Error("no goods");
  const number = await bought([first.pick, later.pick]);
  const { product, color } = await lineOf(shop, later.pick);
  const goods = { product, size: "L", color, quantity: 1, replaces: 1 };
  const wanted = { goes: [{ position: 1, quantity: 1 }], comes: [goods] };
  const { difference } = await previewOfChange(shop, number, wanted);
  const change = await seen(number);
  const pieces = [first, later].map(({ variantId, quantity }) => ({ variantId, quantity }));
  await db.transaction((tx) => reserve(tx, pieces, "another", gatewayActor));

  const { changing } = await db.transaction(async (tx) => {
    // The sale of the other order has its first variant when the change begins, and not yet its second.
    await locked(tx, [first.variantId]);
    const made = codeOf(makeChange(shop, change, { ...wanted, difference }));
    const waiting = async () =>
      (
        await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      ).rowCount;
    await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBeGreaterThan(0);
    expect(await sell(tx, "another", gatewayActor)).toBe(true);
    return { changing: made };
  });

  expect(await changing).toBe("done");
  expect((await changesOf(db, number)).map(({ state }) => state)).toEqual(["applied"]);
  expect(await stockDrift(db)).toEqual([]);
});
