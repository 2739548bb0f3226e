import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { products } from "../catalog.tables";

/** The products that somebody named, and the names that were none, or several. */
export interface NamedGoods {
  ids: string[];
  wrong: { text: string; error: string }[];
}

/** Products by what they are called: name, id, or a SKU of theirs. */
export async function goodsByName(db: Database, texts: string[]): Promise<NamedGoods> {
  const wanted = [...new Set(texts.map((text) => text.toLowerCase()))];
  if (wanted.length === 0) return { ids: [], wrong: [] };
  const { rows } = await db.execute<{ id: string; called: string }>(sql`
    select p.id, called.name as called from unnest(${sql.param(wanted)}::text[]) as called (name)
      join products p on lower(p.name) = called.name or lower(p.id) = called.name or (p.sku <> '' and lower(p.sku) = called.name)
        or p.id in (select v.product_id from variants v where v.sku <> '' and lower(v.sku) = called.name)
    where p.published_status <> 'archived'`);
  const byText = Map.groupBy(rows, ({ called }) => called);
  const ids: string[] = [];
  const wrong: NamedGoods["wrong"] = [];
  for (const text of texts) {
    const found = [...new Set((byText.get(text.toLowerCase()) ?? []).map(({ id }) => id))];
    const [id] = found;
    if (id === undefined) wrong.push({ text, error: "Nothing is called so." });
    else if (found.length > 1) wrong.push({ text, error: `${found.length} products are called so: write a SKU.` });
    else if (!ids.includes(id)) ids.push(id);
  }
  return { ids, wrong };
}

/** What products are called, in the order of their names; what the catalog has lost is left out. */
export async function namesOfGoods(db: Database, ids: string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.name), asc(products.id));
}
