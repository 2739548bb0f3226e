import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { shopper, system } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import { stockMovements, variants } from "../catalog.tables";
import { release, reserve, sell, stockDrift } from "./reservations.server";

const { db } = await openTestShop();

const levels = await db.select({ id: variants.id, stock: variants.stock }).from(variants).orderBy(variants.id);
const withStock = (least: number) => levels.filter(({ stock }) => (stock ?? 0) >= least).map(({ id }) => id);
const [jacket = 0, boots = 0, gloves = 0] = withStock(20);
const take = (reference: string, ...lines: [variantId: number, quantity: number][]) =>
  db.transaction((tx) =>
    reserve(
      tx,
      lines.map(([variantId, quantity]) => ({ variantId, quantity })),
      reference,
      shopper,
    ),
  );
const left = async (id: number) =>
  (await db.select({ stock: variants.stock }).from(variants).where(eq(variants.id, id)))[0]?.stock ?? null;
const setStock = (id: number, stock: number) =>
  db.transaction(async (tx) => {
    const before = (await left(id)) ?? 0;
    await tx.update(variants).set({ stock }).where(eq(variants.id, id));
    await tx
      .insert(stockMovements)
      .values({ variantId: id, quantity: stock - before, cause: "correction", actor: system });
  });

test("of two shoppers who order the last piece one gets it, and the other is told that it is sold out", async () => {
  await setStock(boots, 1);

  const tries = await Promise.allSettled([take("first", [boots, 1]), take("second", [boots, 1])]);

  expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = tries.find((each) => each.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "sold-out", details: { soldOut: [{ variantId: boots, left: 0 }] } });
  expect(await left(boots)).toBe(0);
});

test("of fifty shoppers who order the last five pieces exactly five get one", async () => {
  await setStock(gloves, 5);

  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, (_, number) => take(`crowd-${number}`, [gloves, 1])),
  );

  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(await left(gloves)).toBe(0);
});

test("two bags with the same variants in different order cause no deadlock", async () => {
  const [a = 0, b = 0] = withStock(20).slice(5);
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap((round) => [take(`there-${round}`, [a, 1], [b, 1]), take(`back-${round}`, [b, 1], [a, 1])]),
  );
  expect(await stockDrift(db)).toEqual([]);
});

test("if one variant is sold out, the others of the order are not reserved either", async () => {
  await setStock(boots, 0);
  const before = await left(jacket);

  await expect(take("both", [jacket, 1], [boots, 1])).rejects.toThrow(Refusal);
  expect(await left(jacket)).toBe(before);
});

test("quantities of the same variant on two lines are added up", async () => {
  await setStock(boots, 3);
  await expect(take("twice", [boots, 2], [boots, 2])).rejects.toMatchObject({ code: "sold-out" });
});

test("an unknown variant is refused as sold out", async () => {
  await expect(take("nobody", [99_999_999, 1])).rejects.toMatchObject({ code: "sold-out" });
});

test("unlimited stock stays unlimited", async () => {
  const [unlimited = 0] = withStock(20).slice(10);
  await db.update(variants).set({ stock: null }).where(eq(variants.id, unlimited));

  await take("much", [unlimited, 10_000]);
  expect(await left(unlimited)).toBeNull();
});

describe("a reservation", () => {
  test("returns its pieces once, even if it is released several times at the same time", async () => {
    const before = await left(jacket);
    await take("given-up", [jacket, 2]);

    const put = () => db.transaction((tx) => release(tx, "given-up", system));
    expect((await Promise.all([put(), put(), put()])).toSorted()).toEqual([false, false, true]);
    expect(await left(jacket)).toBe(before);
  });

  test("is sold once, and a later release changes nothing", async () => {
    const before = (await left(jacket)) ?? 0;
    await take("bought", [jacket, 2]);

    const done = () => db.transaction((tx) => sell(tx, "bought", system));
    expect((await Promise.all([done(), done()])).toSorted()).toEqual([false, true]);
    expect(await db.transaction((tx) => release(tx, "bought", system))).toBe(false);
    expect(await left(jacket)).toBe(before - 2);
    const sales = await db
      .select({ quantity: stockMovements.quantity })
      .from(stockMovements)
      .where(sql`reference = 'bought' and cause = 'sale'`);
    expect(sales).toEqual([{ quantity: -2 }]);
  });

  test("cannot be sold after its release", async () => {
    await take("late", [jacket, 1]);
    await db.transaction((tx) => release(tx, "late", system));

    expect(await db.transaction((tx) => sell(tx, "late", system))).toBe(false);
  });
});

test("after any reservations, releases and sales at the same time each level of stock is the sum of its movements", async () => {
  const few = withStock(1).slice(20, 24);
  const step = fc.record({
    kind: fc.constantFrom("reserve", "release", "sell"),
    variant: fc.integer({ min: 0, max: 3 }),
    quantity: fc.integer({ min: 1, max: 30 }),
    order: fc.integer({ min: 0, max: 5 }),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      run += 1;
      await Promise.all(
        steps.map(({ kind, variant, quantity, order }) => {
          const reference = `property-${run}-${order}`;
          if (kind === "reserve")
            return take(reference, [few[variant] ?? 0, quantity]).catch((error: unknown) => {
              if (!(error instanceof Refusal)) throw error;
            });
          return db.transaction((tx) => (kind === "sell" ? sell : release)(tx, reference, system));
        }),
      );
      expect(await stockDrift(db)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
