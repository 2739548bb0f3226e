import { asc, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { folded } from "~/shop/folded-text";
import { products } from "../catalog.tables";
import { barcodeForms } from "./variants-by-code.server";

/** Products found by typed texts, and texts that match none or several. */
export interface NamedGoods {
  ids: string[];
  wrong: { text: string; error: string }[];
}

/** Maximum number of products that are listed for an ambiguous text. */
const MOST_NAMED = 5;

/** SQL of the ids of products with a SKU or barcode, of their own or of a variant; each way reads an index. */
const withCode = (code: SQL, barcodes: SQL): SQL => sql`
  select id from products where search_form(sku) = ${code} and sku <> ''
  union select product_id from variants where search_form(sku) = ${code} and sku <> ''
  union select product_id from variants where barcode <> '' and lower(barcode) in (${barcodes})`;

/**
 * Finds unarchived products by name, id, SKU or barcode, or by those of a variant, compared folded. Each way has an index, so
 * that thousands of products take milliseconds.
 */
export async function goodsByName(db: Database, texts: string[]): Promise<NamedGoods> {
  const wanted = [...new Set(texts.map(folded))];
  if (wanted.length === 0) return { ids: [], wrong: [] };
  const { rows } = await db.execute<{ id: string; name: string; called: string }>(sql`
    select p.id, p.name, called.name as called
    from jsonb_to_recordset(${JSON.stringify(wanted.map((name) => ({ name, barcodes: barcodeForms(name) })))}::jsonb)
      as called (name text, barcodes jsonb)
    cross join lateral (
      select id from products where search_form(name) = called.name
      union select id from products where id = called.name
      union ${withCode(sql`called.name`, sql`select jsonb_array_elements_text(called.barcodes)`)}) as meant
    join products p on p.id = meant.id
    where p.published_status <> 'archived'`);
  const byText = Map.groupBy(rows, ({ called }) => called);
  const ids: string[] = [];
  const wrong: NamedGoods["wrong"] = [];
  for (const text of texts) {
    const named = new Map((byText.get(folded(text)) ?? []).map(({ id, name }) => [id, name]));
    const found = [...named.keys()];
    const [id] = found;
    if (id === undefined) wrong.push({ text, error: "Nothing is called so." });
    else if (found.length > 1) wrong.push({ text, error: severalWords([...named.values()]) });
    else if (!ids.includes(id)) ids.push(id);
  }
  return { ids, wrong };
}

/** Published products with exactly this SKU or barcode, of their own or of a variant, in the merchant's order. */
export async function publishedWithCode(db: Database, code: string, most: number): Promise<string[]> {
  const barcodes = sql`select unnest(${sql.param(barcodeForms(code))}::text[])`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from products where published_status = 'published' and id in (${withCode(sql`${folded(code)}`, barcodes)})
    order by position, id limit ${most}`);
  return rows.map(({ id }) => id);
}

/**
 * Message about an ambiguous text: it asks for the name if several products share a SKU, and for the SKU if they share a name.
 */
function severalWords(names: string[]): string {
  const distinct = [...new Set(names)];
  const several = `${names.length} products are called so`;
  return distinct.length === names.length
    ? `${several}: ${distinct.slice(0, MOST_NAMED).join("; ")}. Write the name.`
    : `${several}: write a SKU.`;
}

/** Names of products in alphabetical order, without products that no longer exist. */
export async function namesOfGoods(db: Database, ids: string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.name), asc(products.id));
}
