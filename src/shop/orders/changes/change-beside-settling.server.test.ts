import { expect, test } from "vitest";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { meetsSale } from "~/testing/meets-a-sale.server";
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

  const changing = await meetsSale(db, [first.variantId, later.variantId], () =>
    codeOf(makeChange(shop, change, { ...wanted, difference })),
  );

  expect(changing).toBe("done");
  expect((await changesOf(db, number)).map(({ state }) => state)).toEqual(["applied"]);
  expect(await stockDrift(db)).toEqual([]);
});
