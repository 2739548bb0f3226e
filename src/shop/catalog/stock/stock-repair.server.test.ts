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

// Ten pieces of each, whatever the demo shop has.
beforeAll(async () => {
  for (const variant of [boots, gloves, hats]) {
    await setLevel(variant, 10);
    await correct(variant, 10 - (variant.stock ?? 0));
  }
});

test("a level that somebody changed by hand is reported by name, and set to what its movements say", async () => {
  await setLevel(boots, 99);
  const { productId: product, size, color } = boots;
  expect(await namedDrift(db)).toEqual([{ product, size, color, level: 99, sum: 10 }]);

  expect(await recomputeStock(db)).toBe(1);

  expect(await level(boots)).toBe(10);
  expect(await namedDrift(db)).toEqual([]);
  expect(await recomputeStock(db)).toBe(0);
});

test("a variant without any movement has none left", async () => {
  await asOwner(`delete from stock_movements where variant_id = ${hats.id}`);

  expect(await recomputeStock(db)).toBe(1);

  expect(await level(hats)).toBe(0);
});

test("more sold than there ever was is no level: it stays reported until somebody corrects it", async () => {
  await correct(gloves, -50);

  expect(await recomputeStock(db)).toBe(0);
  expect(await stockDrift(db)).toEqual([{ variantId: gloves.id, level: 10, sum: -40 }]);

  await correct(gloves, 50);
  expect(await stockDrift(db)).toEqual([]);
});

test("what is sold without counting is never off", async () => {
  await setLevel(gloves, null);

  expect(await recomputeStock(db)).toBe(0);

  expect(await level(gloves)).toBeNull();
});

test("shoppers who buy while it is put right lose nothing", async () => {
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
