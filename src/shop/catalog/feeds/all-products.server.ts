import { asc, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { products } from "../catalog.tables";
import { productsById } from "../catalog.server";
import type { Product } from "../product";
import { searchNames } from "../search/search.tables";

/** How many products one query reads: few, because nobody else is answered while a page of them is written, and whoever asks waits for it. */
const PRODUCTS_AT_ONCE = 25;
const ADDRESSES_AT_ONCE = 200;
/** And the first one of all, while somebody waits for the first byte. */
const AT_FIRST = 10;

/** Every product of the shop in the merchant's order, page by page: the next is read when it is asked for. */
export async function* productsInPages(db: Database): AsyncGenerator<Product[]> {
  for await (const ids of idsInPages(db, PRODUCTS_AT_ONCE, { first: AT_FIRST })) yield productsById(db, ids);
}

/** The first variant of each SKU that several have, sold or retired, by the SKU in small letters. */
export async function sharedSkus(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ sku: string; first: number }>(sql`
    select lower(sku) as sku, min(id) as first from variants where sku <> '' group by 1 having count(*) > 1`);
  return new Map(rows.map(({ sku, first }) => [sku, first]));
}

/** Fields from which the address and the pictures of a product are made. */
export type ProductAddress = Pick<Product, "id" | "name" | "images">;

/** At most `most` products from the place `skip` on in the merchant's order, page by page, as far as their addresses need. */
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
      .where(after)
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
