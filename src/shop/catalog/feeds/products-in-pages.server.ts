import { and, asc, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { products } from "../catalog.tables";
import { productsById } from "../catalog.server";
import type { Product } from "../product";
import { GIFT_CARD_ID } from "../product-kind";
import { searchNames } from "../search/search.tables";

/** Number of products per query: small, because writing a page of products blocks the event loop. */
const PRODUCTS_AT_ONCE = 25;
const ADDRESSES_AT_ONCE = 200;
/** Number of products in the first query: smaller, so that the first bytes are sent soon. */
const AT_FIRST = 10;

/** Published goods in the merchant's order, in pages read on demand. */
export async function* productsInPages(db: Database): AsyncGenerator<Product[]> {
  for await (const ids of idsInPages(db, PRODUCTS_AT_ONCE, { first: AT_FIRST })) yield await productsById(db, ids);
}

/** First variant of each shared SKU, in any state, by lower-case SKU. */
export async function sharedSkus(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ sku: string; first: number }>(sql`
    select lower(sku) as sku, min(id) as first from variants where sku <> '' group by 1 having count(*) > 1`);
  return new Map(rows.map(({ sku, first }) => [sku, first]));
}

/** Fields needed for a product's address and pictures. */
export type ProductAddress = Pick<Product, "id" | "name" | "images">;

/** Published goods from position `skip` on, at most `most`, in pages, with the fields that their addresses need. */
export async function* addressesInPages(
  db: Database,
  { skip, most }: { skip: number; most: number },
): AsyncGenerator<ProductAddress[]> {
  for await (const ids of idsInPages(db, ADDRESSES_AT_ONCE, { skip, most, first: AT_FIRST })) {
    const rows = await db
      .select({ id: products.id, name: products.name, images: products.images })
      .from(products)
      .where(inArray(products.id, ids));
    const found = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => found.get(id) ?? []);
  }
}

/** Ids of published goods: without the gift card, which no feed takes, and whose page is another one. */
async function* idsInPages(
  db: Database,
  size: number,
  { skip = 0, most = Infinity, first = size }: { skip?: number; most?: number; first?: number } = {},
): AsyncGenerator<string[]> {
  let after: SQL | undefined;
  for (let left = most; left > 0;) {
    const wanted = Math.min(after ? size : first, left);
    const rows = await db
      .select({ id: searchNames.productId, position: searchNames.position })
      .from(searchNames)
      .where(and(ne(searchNames.productId, GIFT_CARD_ID), after))
      .orderBy(asc(searchNames.position), asc(searchNames.productId))
      .limit(wanted)
      .offset(after ? 0 : skip);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    if (rows.length < wanted) return;
    left -= rows.length;
    after = sql`(${searchNames.position}, ${searchNames.productId}) > (${last.position}, ${last.id})`;
  }
}
