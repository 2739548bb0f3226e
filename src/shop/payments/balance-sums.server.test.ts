import { inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { openTestShop } from "~/testing/test-shop.server";
import { balanceEntries, balanceSums } from "./payouts.tables";

const shop = await openTestShop();
const { db } = shop;
/** Deletes movements as the owner of the tables, because the shop's own role may not. */
const deleted = (condition: string) => shop.asOwner(`delete from balance_entries where ${condition}`);

const KINDS = ["payment", "refund", "refund-failed", "dispute", "fee", "other"] as const;
const entry = fc.record({
  id: fc.integer({ min: 1, max: 12 }).map(String),
  kind: fc.constantFrom(...KINDS),
  amount: fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map(cents),
  fee: fc.integer({ min: -500, max: 500 }).map(cents),
  day: fc.constantFrom("2026-11-01", "2026-11-02"),
  practice: fc.boolean(),
  payoutId: fc.constantFrom(null, "po_1", "po_2"),
});
const entries = fc.uniqueArray(entry, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });
const act = fc.oneof(
  entries.map((rows) => ({ name: "store" as const, rows })),
  entries.map((rows) => ({ name: "delete" as const, rows })),
  entries.map((rows) => ({ name: "pay out" as const, rows })),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const made = { gateway: "stripe", at: new Date("2026-11-01T12:00:00Z") };

async function run({ name, rows }: Act): Promise<void> {
  const ids = inArray(
    balanceEntries.id,
    rows.map(({ id }) => id),
  );
  if (name === "delete") await deleted(`id in (${rows.map(({ id }) => `'${id}'`).join(", ")})`);
  else if (name === "pay out") await db.update(balanceEntries).set({ payoutId: "po_3" }).where(ids);
  else
    await db
      .insert(balanceEntries)
      .values(rows.map((row) => ({ ...row, ...made })))
      .onConflictDoUpdate({
        target: balanceEntries.id,
        set: { amount: sql`excluded.amount_cents`, fee: sql`excluded.fee_cents`, day: sql`excluded.day` },
      });
}

const sums = () => db.select().from(balanceSums).orderBy(balanceSums.payoutId, balanceSums.day, balanceSums.practice);

/** Sums of all movements, computed from the movements in JavaScript. */
async function expectedSums() {
  const found = Map.groupBy(await db.select().from(balanceEntries), ({ payoutId, day, practice }) =>
    JSON.stringify([payoutId ?? "", day, practice]),
  );
  const all = [...found].map(([key, rows]) => {
    const [payoutId, day, practice] = JSON.parse(key) as [string, string, boolean];
    const total = (...kinds: string[]) =>
      rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
    const fees = total("fee") - rows.reduce((sum, { fee }) => sum + fee, 0);
    const back = total("refund", "refund-failed", "dispute");
    return { day, payoutId, practice, pieces: rows.length, paid: total("payment"), back, fees, other: total("other") };
  });
  const keyOf = ({ payoutId, day, practice }: (typeof all)[number]) => `${payoutId} ${day} ${practice}`;
  return all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

test("sums of movements are those of the movements after any inserts, changes, payouts and deletions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      await deleted("true");
      for (const one of acts) await run(one);
      expect(await sums()).toEqual(await expectedSums());
    }),
    { numRuns: 30 },
  );
});

test("two processes that store movements of the same days at the same time lose no amount", async () => {
  await deleted("true");
  const row = { kind: "payment" as const, amount: cents(100), fee: cents(3), practice: false, payoutId: null };
  const days = ["2026-11-01", "2026-11-02", "2026-11-03"];
  const store = (part: number, order: string[]) =>
    Promise.all(
      [1, 2, 3, 4].map((time) =>
        db.insert(balanceEntries).values(order.map((day) => ({ ...made, ...row, day, id: `${part} ${time} ${day}` }))),
      ),
    );
  await Promise.all([store(1, days), store(2, days.toReversed())]);
  expect(await sums()).toEqual(await expectedSums());
  expect((await sums()).map(({ pieces, paid, fees }) => [pieces, paid, fees])).toEqual(days.map(() => [8, 800, -24]));
});
