import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import content from "~/demo/content/catalog.json" with { type: "json" };
import { openTestShop } from "~/testing/test-shop.server";
import { productsById } from "../catalog.server";
import { products } from "../catalog.tables";
import { GIFT_CARD_ID } from "../product-kind";
import { forgivenIn, meaningOf, normalizeQuery } from "./match-and-rank";
import answers from "./search-answers.json" with { type: "json" };
import { searchIds } from "./search-query.server";

const { db } = await openTestShop();
const ids = content.products.map(({ _id }) => _id);
const AT_ONCE = 10;

async function namesFound(query: string): Promise<string[]> {
  return (await productsById(db, await searchIds(db, normalizeQuery(query), 250))).map(({ name }) => name);
}

test("3,200 searches of the demo shop find the recorded products in the recorded order", async () => {
  const differing: object[] = [];
  const waiting = Object.entries(answers as Record<string, number[]>);
  async function compareNext(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [query, expected] = next;
      const all = await searchIds(db, normalizeQuery(query), 250);
      const found = all.filter((id) => id !== GIFT_CARD_ID).map((id) => ids.indexOf(id));
      if (found.join() !== expected.join()) differing.push({ query, expected, found });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, compareNext));
  expect(differing).toEqual([]);
});

test("a renamed or added product is found by its current name only, and an unpublished or deleted one is not found", async () => {
  const [boots] = await db.select({ id: products.id }).from(products).where(eq(products.name, "Ridgeback Boots"));
  const change = (values: Partial<typeof products.$inferInsert>) =>
    db
      .update(products)
      .set(values)
      .where(eq(products.id, boots?.id ?? ""));

  await change({ name: "Quartzite Waders", position: -1 });
  expect(await namesFound("quartzite")).toEqual(["Quartzite Waders"]);
  expect(await namesFound("quartzyte")).toEqual(["Quartzite Waders"]);
  expect(await namesFound("ridgeback")).toEqual(["Ridgeback Boots Women's"]);

  await change({ publishedStatus: "draft" });
  expect(await namesFound("quartzite")).toEqual([]);
  await change({ publishedStatus: "published" });
  expect(await namesFound("waders quartzite")).toEqual(["Quartzite Waders"]);

  await db.execute(sql`insert into products (id, name, category_id, kind_for_tax, published_status, position)
    select 'new' || number, 'Obsidian Poncho ' || number, category_id, kind_for_tax, 'published', 9 - number
    from generate_series(1, 2) number, products where id = ${boots?.id}`);
  expect(await namesFound("ponchi")).toEqual(["Obsidian Poncho 2", "Obsidian Poncho 1"]);
  await db.delete(products).where(eq(products.id, "new2"));
  expect(await namesFound("obsidian")).toEqual(["Obsidian Poncho 1"]);
});

test("a product is a best seller for searches as soon as it is marked so, and as long", async () => {
  const mark = (bestSeller: boolean) =>
    db.update(products).set({ bestSeller }).where(eq(products.name, "Short Cuff Gloves"));
  expect(await namesFound("best selling gloves")).toEqual(["Gauntlet Leather Gloves"]);
  await mark(true);
  expect(await namesFound("best selling gloves")).toEqual(["Gauntlet Leather Gloves", "Short Cuff Gloves"]);
  await mark(false);
  expect(await namesFound("best selling gloves")).toEqual(["Gauntlet Leather Gloves"]);
});

test("the index finds every word that differs from a query's word by the tolerated typing errors", async () => {
  const letters = "abcdeghiklmnorst";
  let state = 7;
  const below = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
  const letter = () => letters.charAt(below(letters.length));
  const slipped = (word: string): string => {
    const at = below(word.length);
    const [before, one, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
    const slips = [before + next + after, before + letter() + one + next + after, before + letter() + next + after];
    return [...slips, before + next + one + after][below(4)] ?? word;
  };
  const pairs = Array.from({ length: 3_000 }, () => {
    const word = Array.from({ length: 4 + below(9) }, letter).join("");
    const other = below(2) === 0 ? slipped(word) : slipped(slipped(word));
    return { word, other, isNear: meaningOf(word, [other]).slips.size > 0 && !other.startsWith(word) };
  }).filter(({ isNear }) => isNear);
  expect(pairs.length).toBeGreaterThan(1_000);

  await db.execute(sql`select note_search_words(${sql.param(pairs.map(({ other }) => other))}::text[])`);
  const { rows } = await db.execute(sql`
    select pair.word, pair.other
    from unnest(${sql.param(pairs.map(({ word }) => word))}::text[], ${sql.param(pairs.map(({ other }) => other))}::text[],
      ${sql.param(pairs.map(({ word }) => forgivenIn(word)))}::integer[]) as pair (word, other, forgiven)
      join search_words known on known.word = pair.other
    where not known.slips && search_slips(pair.word, pair.forgiven)`);
  expect(rows).toEqual([]);
});
