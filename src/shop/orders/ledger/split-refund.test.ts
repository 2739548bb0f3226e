import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";

const { db } = await openTestShop();

/** Amount of one part of an order that is not refunded yet. */
interface Pool {
  part: string;
  position: number | null;
  left: number;
}
interface Asked {
  total: number;
  goodwillBefore?: number;
  lines?: { position: number; amount: number }[];
  delivery?: number;
  fees?: number;
  goodwill?: number;
  taxWithGoodwill?: boolean;
}

async function split(asked: Asked, pools: Pool[]) {
  const { rows } = await db.execute<{ part: string; position: number | null; amount: number }>(sql`
    select part, position, amount::integer as amount
    from split_refund(${JSON.stringify(asked)}::jsonb, ${JSON.stringify(pools)}::jsonb)`);
  return rows;
}
const words = (rows: Awaited<ReturnType<typeof split>>) =>
  Object.fromEntries(rows.map(({ part, position, amount }) => [[part, position ?? ""].join(" ").trim(), amount]));

const line = (position: number, goods: number, tax: number): Pool[] => [
  { part: "goods", position, left: goods },
  { part: "tax", position, left: tax },
];
const ofOrder = (part: string, left: number): Pool => ({ part, position: null, left });
const isTax = ({ part }: Pick<Pool, "part">) => part.endsWith("tax");
const total = (amounts: { left: number }[]) => amounts.reduce((sum, { left }) => sum + left, 0);

test("a refund of lines and delivery takes each amount from the goods, delivery and taxes of these parts only", async () => {
  const pools = [
    ...line(0, 100_00, 8_88),
    ...line(1, 50_00, 0),
    ofOrder("delivery", 3_99),
    ofOrder("delivery-tax", 35),
  ];
  const asked = { total: 113_22, lines: [{ position: 0, amount: 108_88 }], delivery: 4_34 };
  expect(words(await split(asked, pools))).toEqual({
    "goods 0": 100_00,
    "tax 0": 8_88,
    delivery: 3_99,
    "delivery-tax": 35,
  });
});

test("a refund of half a line's value takes half of its goods and half of its tax; other fractions are proportional", async () => {
  const pools = line(0, 100_00, 8_88);
  expect(words(await split({ total: 54_44, lines: [{ position: 0, amount: 54_44 }] }, pools))).toEqual({
    "goods 0": 50_00,
    "tax 0": 4_44,
  });
  expect(words(await split({ total: 10_89, lines: [{ position: 0, amount: 10_89 }] }, pools))).toEqual({
    "goods 0": 10_00,
    "tax 0": 89,
  });
});

test("a refund without lines is divided in proportion among what is left of lines, delivery, fees and tax", async () => {
  const pools = [...line(0, 60_00, 6_00), ...line(1, 30_00, 0), ofOrder("delivery", 6_00), ofOrder("fee", 4_00)];
  expect(words(await split({ total: 10_60 }, pools))).toEqual({
    "goods 0": 6_00,
    "tax 0": 60,
    "goods 1": 3_00,
    delivery: 60,
    fee: 40,
  });
});

test("goodwill includes tax in proportion, or no tax if a member chose so", async () => {
  const pools = line(0, 100_00, 10_00);
  expect(words(await split({ total: 11_00, goodwill: 11_00 }, pools))).toEqual({ goodwill: 10_00, "tax 0": 1_00 });
  const untaxed = { total: 11_00, goodwill: 11_00, taxWithGoodwill: false };
  expect(words(await split(untaxed, pools))).toEqual({ goodwill: 11_00 });
  // Only after all goods are used up does the refund take tax.
  expect(words(await split({ total: 105_00, goodwill: 105_00, taxWithGoodwill: false }, pools))).toEqual({
    goodwill: 100_00,
    "tax 0": 5_00,
  });
});

test("if the gateway refunded less than requested, every part is lowered in proportion", async () => {
  const asked = { total: 55_00, lines: [{ position: 0, amount: 110_00 }] };
  expect(words(await split(asked, line(0, 100_00, 10_00)))).toEqual({ "goods 0": 50_00, "tax 0": 5_00 });
});

test("an amount above what was paid becomes goodwill instead of an error", async () => {
  expect(words(await split({ total: 5_00 }, line(0, 3_00, 20)))).toEqual({
    "goods 0": 3_00,
    "tax 0": 20,
    goodwill: 1_80,
  });
  expect(words(await split({ total: 5_00, lines: [{ position: 7, amount: 5_00 }] }, []))).toEqual({ goodwill: 5_00 });
});

const amount = (max: number) => fc.integer({ min: 0, max });
const order = fc
  .record({
    lines: fc.array(fc.tuple(amount(30_000), amount(3_000)), { minLength: 1, maxLength: 4 }),
    delivery: fc.tuple(amount(900), amount(80)),
    fees: fc.tuple(amount(200), amount(20)),
  })
  .map(({ lines, delivery, fees }) => [
    ...lines.flatMap(([goods, tax], position) => line(position, goods, tax)),
    ofOrder("delivery", delivery[0]),
    ofOrder("delivery-tax", delivery[1]),
    ofOrder("fee", fees[0]),
    ofOrder("fee-tax", fees[1]),
  ]);
const refund = fc.record({
  /** Shares in thousandths: `ofLine` of what is left of the line; `goodwill` and `rest` (no named part) of all that is left. */
  ofLine: amount(1_200),
  position: fc.nat(3),
  delivery: fc.boolean(),
  fees: fc.boolean(),
  goodwill: amount(300),
  taxWithGoodwill: fc.boolean(),
  rest: amount(300),
});

test("[B-86] all refunds of an order together give back exactly what was paid for each part, in whatever order they are made", async () => {
  await fc.assert(
    fc.asyncProperty(order, fc.array(refund, { maxLength: 5 }), async (pools, wishes) => {
      let goodwillBefore = 0;
      const left = () => total(pools) - goodwillBefore;
      async function give(asked: Asked) {
        const rows = await split({ ...asked, goodwillBefore }, pools);
        expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(asked.total);
        for (const row of rows) {
          expect(row.amount).toBeGreaterThan(0);
          if (row.part === "goodwill") goodwillBefore += row.amount;
          const pool = pools.find(({ part, position }) => part === row.part && position === row.position);
          expect(Boolean(pool) || row.part === "goodwill").toBe(true);
          if (pool) pool.left -= row.amount;
        }
        for (const pool of pools) expect(pool.left).toBeGreaterThanOrEqual(0);
        expect(total(pools.filter((pool) => !isTax(pool)))).toBeGreaterThanOrEqual(goodwillBefore);
      }
      const leftOf = (...parts: string[]) =>
        total(pools.filter(({ part, position }) => position === null && parts.includes(part)));
      for (const { ofLine, position, rest, ...wish } of wishes) {
        const ofThat = total(pools.filter((pool) => pool.position === position));
        const asked = {
          lines: ofThat > 0 ? [{ position, amount: Math.floor((ofThat * ofLine) / 1000) }] : [],
          delivery: wish.delivery ? leftOf("delivery", "delivery-tax") : 0,
          fees: wish.fees ? leftOf("fee", "fee-tax") : 0,
          goodwill: Math.floor((left() * wish.goodwill) / 1000),
        };
        const named = [...asked.lines.map((each) => each.amount), asked.delivery, asked.fees, asked.goodwill];
        const sum = named.reduce((all, each) => all + each, Math.floor((left() * rest) / 1000));
        await give({ ...asked, taxWithGoodwill: wish.taxWithGoodwill, total: Math.min(left(), sum) });
      }
      await give({ total: left() });
      for (const pool of pools.filter(isTax)) expect(pool.left).toBe(0);
      expect(total(pools)).toBe(goodwillBefore);
    }),
    { numRuns: 60 },
  );
}, 30_000);
