import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDelivery } from "~/shop/delivery-terms.server";
import { draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { move, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { system } from "~/shop/actor";
import { NO_TAX } from "~/shop/tax/quote-tax";
import { orders } from "../orders.tables";
import { draftAtOnce } from "./draft-at-once.server";
import { answerFor } from "./hold-bounds";
import { pricedLines } from "./priced-lines.server";

const shop = await openTestShop();
const { db } = shop;
const NETWORK = "192.0.2.1";
const terms = { ...openDelivery(shop).terms, offersOn: null, taxesOf: () => NO_TAX };
const basis = { settings: shop.settings(), hasOffers: false, terms };

/** Draft request of a network for tees, with their priced lines. */
async function wishOf(quantity: number, network: string) {
  const wish = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash", quantity]]);
  const lines = await pricedLines(db, wish.items);
  return { wish: { ...wish, network }, lines };
}

const atOnce = async (quantity: number, network: string, now = new Date()) => {
  const { wish, lines } = await wishOf(quantity, network);
  return draftAtOnce(shop, wish, lines, basis, now, now);
};

test("`draftAtOnce` writes a draft if `answerFor` says that it holds its pieces and the variant is not down to its last pieces", async () => {
  const { lines } = await wishOf(1, NETWORK);
  const id = lines[0]?.variantId ?? 0;
  const { heldHalfFrom: halfFrom } = shop.settings();
  const seen = new Set<boolean>();
  for (const level of [0, 1, 4, 5, 11])
    for (const held of [0, 1, 3])
      for (const wanted of [1, 3, 6]) {
        const undone = new Error("undone");
        let isWritten: boolean | undefined;
        await db
          .transaction(async (tx) => {
            const [{ stock } = { stock: 0 }] = await tx
              .select({ stock: variants.stock })
              .from(variants)
              .where(eq(variants.id, id));
            const change = level + held - (stock ?? 0);
            await move(tx, "correction", [{ variantId: id, quantity: change }], "test", system);
            const inside = { ...shop, db: tx as unknown as typeof db };
            const by = async (quantity: number, network: string) => {
              const { wish, lines: own } = await wishOf(quantity, network);
              return draftAtOnce(inside, wish, own, basis, new Date(), new Date());
            };
            // A draft of another network reserves `held` pieces; 100 more pieces meanwhile keep it from being refused.
            await move(tx, "correction", [{ variantId: id, quantity: 100 }], "test", system);
            if (held > 0) await by(held, "192.0.2.2");
            await move(tx, "correction", [{ variantId: id, quantity: -100 }], "test", system);
            isWritten = (await by(wanted, NETWORK)) !== undefined;
            throw undone;
          })
          .catch((error: unknown) => {
            if (error !== undone) throw error;
          });
        const answer = answerFor({
          wanted,
          level,
          held,
          heldByOthers: held,
          halfFrom,
          isPaused: false,
          used: 0,
        });
        const isPlain = answer.kind === "held" && level + held >= halfFrom;
        expect([level, held, wanted, isWritten]).toEqual([level, held, wanted, isPlain]);
        seen.add(isPlain);
      }
  expect(seen).toEqual(new Set([true, false]));
});

test("`draftAtOnce` does not write drafts of a network that replaced or abandoned a draft, or has reached its limit", async () => {
  const first = await atOnce(1, NETWORK);
  const number = first?.number ?? "";
  expect(number).not.toBe("");
  const end = (values: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(values).where(eq(orders.number, number));

  await end({ state: "cancelled", reservedUntil: new Date() });
  expect(await atOnce(1, NETWORK)).toBeUndefined();
  await end({ state: "cancelled", reservedUntil: null, lapsedAt: new Date() });
  expect(await atOnce(1, NETWORK)).toBeUndefined();
  expect(await atOnce(1, "192.0.2.9")).toBeDefined();

  await end({ state: "cancelled", reservedUntil: null, lapsedAt: null });
  const { heldDrafts } = shop.settings();
  for (let count = 0; count < heldDrafts; count += 1) expect(await atOnce(1, NETWORK)).toBeDefined();
  expect(await atOnce(1, NETWORK)).toBeUndefined();
});

test("twelve simultaneous drafts for one variant reserve no more than its stock, and the stock movements add up to it", async () => {
  const { lines } = await wishOf(1, NETWORK);
  const id = lines[0]?.variantId ?? 0;
  await db.transaction((tx) => move(tx, "correction", [{ variantId: id, quantity: 11 }], "test", system));
  const drafted = await Promise.all(Array.from({ length: 12 }, (_, index) => atOnce(1, `198.51.100.${index}`)));
  const [{ stock } = { stock: 0 }] = await db
    .select({ stock: variants.stock })
    .from(variants)
    .where(eq(variants.id, id));
  expect(drafted.filter(Boolean).length).toBeGreaterThan(0);
  expect(stock).toBeGreaterThanOrEqual(0);
  expect(await stockDrift(db)).toEqual([]);
});

test("the database functions that orders call keep their query plan, even after a migration replaced them", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select proname as name from pg_proc
    where proname in ('note_facts_of', 'note_search_of', 'note_names_of', 'lock_holds')
      and 'plan_cache_mode=force_generic_plan' = any (proconfig) order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(["lock_holds", "note_facts_of", "note_names_of", "note_search_of"]);
});
