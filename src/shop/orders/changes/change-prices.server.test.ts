import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { MINUTE } from "~/platform/durations";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents, type Cents } from "~/shop/money";
import { type Picks, openBoughtOrders } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { memberAs } from "~/testing/members.server";
import { lineOf } from "~/testing/riders.server";
import { changeAsMember } from "./change-as-member.server";
import { makeChange, previewOfChange } from "./make-change.server";
import { changesOf } from "./open-change.server";
import type { WantedLines } from "./compute-change.server";

const { shop, db, bought, seen, codeOf } = await openBoughtOrders();
await openChangePayments(shop);

const ASH = ["Sprocket Tee", "M", "Ash"] as const;
const LARGE = ["Sprocket Tee", "L", "Ash"] as const;
const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;
const PAID = cents(36_00);
const TODAY = cents(90_00);
const tee = (await lineOf(shop, [...ASH])).product;

/** Sets the price of all variants of the tee. */
async function priced(price: Cents): Promise<void> {
  await db.update(products).set({ price, salePrice: null }).where(eq(products.id, tee));
  await db.update(variants).set({ price: null, salePrice: null }).where(eq(variants.productId, tee));
}
await priced(PAID);
afterEach(() => priced(PAID));

/** Wanted change that removes pieces of the first line for pieces of a variant. */
async function wanted(to: readonly string[], goes: number, comes: number, more: object = {}): Promise<WantedLines> {
  const { product, size, color } = await lineOf(shop, [...to] as Picks[number]);
  const goods = { product, size, color, quantity: comes, replaces: 0 };
  return { goes: [{ position: 0, quantity: goes }], comes: [goods], ...more };
}
const pricesOf = async (number: string, wish: WantedLines) => {
  const { difference, comes } = await previewOfChange(shop, number, wish);
  return { difference, lines: comes.map(({ quantity, price }) => [quantity, price]) };
};

test("a swap keeps the paid price for as many pieces as go; further pieces have today's price", async () => {
  const number = await bought([[...ASH]]);
  await priced(TODAY);
  expect(await pricesOf(number, await wanted(LARGE, 1, 3))).toEqual({
    difference: 2 * TODAY,
    lines: [
      [1, PAID],
      [2, TODAY],
    ],
  });
  // Likewise for the same variant, and for two lines that replace the same pieces.
  expect((await pricesOf(number, await wanted(ASH, 1, 2))).lines).toEqual([
    [1, PAID],
    [1, TODAY],
  ]);
  const twice = await wanted(LARGE, 1, 1);
  expect((await pricesOf(number, { ...twice, comes: [...twice.comes, ...twice.comes] })).lines).toEqual([
    [1, PAID],
    [1, TODAY],
  ]);
});

test("a code reduces as many pieces as go", async () => {
  await db.insert(discountCodes).values({ code: "HALF", kind: "percent", percent: 50 });
  const number = await bought([[...ASH]], { discount: { kind: "percent", code: "HALF", percent: 50 } });
  const computed = await previewOfChange(shop, number, await wanted(LARGE, 1, 4));
  expect(computed.comes.map(({ quantity, discountShare }) => [quantity, discountShare])).toEqual([
    [1, PAID / 2],
    [3, 0],
  ]);
  expect(computed.sums.discount).toBe(PAID / 2);
});

test("prices that are kept below today's count as reduced, also for a member who sets no price: beyond the limit a factor is asked", async () => {
  const stale = { ...memberAs("manager", randomUUID()), confirmedAt: new Date(Date.now() - 11 * MINUTE) };
  const number = await bought([[...ASH, 6]]);
  await priced(TODAY);
  const change = async (member: ReturnType<typeof memberAs>, wish: WantedLines) => {
    const { difference } = await previewOfChange(shop, number, wish);
    const { version } = await seen(number);
    const form = { submission: randomUUID(), number, version };
    return codeOf(changeAsMember(shop, member, form, { ...wish, difference, reason: "Wrong size sent" }));
  };
  const four = await wanted(LARGE, 4, 4);
  expect(await change(stale, await wanted(LARGE, 5, 5, { isOurMistake: true }))).toBe("factor-missing");
  expect(await change(stale, await wanted(LARGE, 5, 5))).toBe("factor-missing");
  expect(await changesOf(db, number)).toEqual([]);
  expect(await change(stale, four)).toBe("done");
  const [made] = await changesOf(db, number);
  expect(made?.computed.comes.map(({ askedPrice, price }) => [askedPrice, price])).toEqual([[TODAY, PAID]]);
  expect(await change({ ...stale, confirmedAt: new Date() }, await wanted(LARGE, 2, 2))).toBe("done");
});

test("a price that a member lowers applies to all pieces, and not above the price that a piece keeps", async () => {
  const number = await bought([[...ASH]]);
  await priced(TODAY);
  const lowered = async (price: Cents) => {
    const wish = await wanted(LARGE, 1, 2);
    return pricesOf(number, { ...wish, comes: wish.comes.map((goods) => ({ ...goods, price })) });
  };
  expect((await lowered(cents(50_00))).lines).toEqual([
    [1, PAID],
    [1, 50_00],
  ]);
  expect((await lowered(cents(20_00))).lines).toEqual([
    [1, 20_00],
    [1, 20_00],
  ]);
  expect(await codeOf(lowered(cents(TODAY + 1)))).toBe("input-invalid");
});

test("goods of another product in place of more pieces than go are charged at today's price, and only those in place of pieces are tied to them", async () => {
  const number = await bought([[...ASH, 2]]);
  const computed = await previewOfChange(shop, number, await wanted(GLOVES, 1, 2));
  expect(computed.comes.map(({ quantity, replaces }) => [quantity, replaces])).toEqual([
    [1, 0],
    [1, undefined],
  ]);
  const made = await makeChange(shop, await seen(number), {
    ...(await wanted(GLOVES, 1, 2)),
    difference: computed.difference,
  });
  expect(made.state).toBe("waiting");
});
