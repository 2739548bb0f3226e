import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { shopper, system } from "~/shop/actor";
import { stockMovements, variants } from "../catalog.tables";
import { namedDrift, recomputeStock } from "./stock-repair.server";
import { reserve, stockDrift } from "./reservations.server";

const { db, asOwner } = await openTestShop();
const [boots, gloves, hats] = await db.select().from(variants).orderBy(variants.id).limit(3);
if (!boots || !gloves || !hats) throw new Error("The demo shop has too little to sell.");

const level = async ({ id }: { id: number }) =>
  (await db.select({ stock: variants.stock }).from(variants).where(eq(variants.id, id)))[0]?.stock ?? null;
const setLevel = ({ id }: { id: number }, stock: number | null) =>
  db.update(variants).set({ stock }).where(eq(variants.id, id));
const correct = ({ id }: { id: number }, quantity: number) =>
  db.insert(stockMovements).values({ variantId: id, quantity, cause: "correction", actor: system });

// Sets each of the three variants to ten pieces, whatever the demo shop's levels are.
beforeAll(async () => {
  for (const variant of [boots, gloves, hats]) {
    await setLevel(variant, 10);
    await correct(variant, 10 - (variant.stock ?? 0));
  }
});

test("a level that was changed by hand is reported with its product, and set to the sum of its movements", async () => {
  await setLevel(boots, 99);
  const { productId: product, size, color } = boots;
  expect(await namedDrift(db)).toEqual([{ product, size, color, level: 99, sum: 10 }]);

  expect(await recomputeStock(db)).toBe(1);

  expect(await level(boots)).toBe(10);
  expect(await namedDrift(db)).toEqual([]);
  expect(await recomputeStock(db)).toBe(0);
});

test("a variant without movements is set to zero", async () => {
  await asOwner(`delete from stock_movements where variant_id = ${hats.id}`);

  expect(await recomputeStock(db)).toBe(1);

  expect(await level(hats)).toBe(0);
});

test("a level with a negative sum of movements is not changed, and is reported until somebody corrects it", async () => {
  await correct(gloves, -50);

  expect(await recomputeStock(db)).toBe(0);
  expect(await stockDrift(db)).toEqual([{ variantId: gloves.id, level: 10, sum: -40 }]);

  await correct(gloves, 50);
  expect(await stockDrift(db)).toEqual([]);
});

test("a variant without limit is never reported", async () => {
  await setLevel(gloves, null);

  expect(await recomputeStock(db)).toBe(0);

  expect(await level(gloves)).toBeNull();
});

test("orders placed during the repair are counted correctly", async () => {
  await setLevel(boots, 50);

  await Promise.all([
    recomputeStock(db),
    ...[1, 2, 3, 4, 5].map((number) =>
      db.transaction((tx) => reserve(tx, [{ variantId: boots.id, quantity: 1 }], `meanwhile-${number}`, shopper)),
    ),
  ]);

  expect(await level(boots)).toBe(5);
  expect(await stockDrift(db)).toEqual([]);
});
