import { folded } from "~/shop/folded-text";
import { type SQL, sql } from "drizzle-orm";
import { goodsSearch } from "../search/search.tables";

/** A LIKE pattern that matches a text anywhere, for texts in the form in which they are compared. */
export const anywhere = (text: string): string =>
  `%${folded(text)
    .replaceAll("\0", "")
    .replace(/[\\%_]/g, "\\$&")}%`;

/**
 * SQL condition that all patterns occur in the texts by which members find a product. `id`: SQL for the product's id. Uses an
 * index.
 */
export const goodsWithWords = (id: SQL, patterns: readonly string[]): SQL =>
  patterns.length === 0
    ? sql`true`
    : sql`${id} in (select product_id from ${goodsSearch} where ${sql.join(
        patterns.map((pattern) => sql`${goodsSearch.text} ilike ${pattern}`),
        sql` and `,
      )})`;

/**
 * SQL condition that a name or code of a product `p` or of one of its variants is like the pattern; `also`: further conditions.
 * Together with `goodsWithWords`, which finds the few products for which it is worth checking.
 */
export const hasNamed = (like: string, also: SQL[] = []): SQL => sql`(search_form(p.name) like ${like}
  or search_form(p.sku) like ${like} ${sql.join(also.map((condition) => sql` or ${condition}`))}
  or exists (select from variants v where v.product_id = p.id
    and (search_form(v.sku) like ${like} or search_form(v.barcode) like ${like}) ${LOOKED_UP}))`;

/** SQL condition that the handle of a product `p` is like the pattern. */
export const hasHandle = (like: string): SQL => sql`search_form(p.handle) like ${like}`;

/** SQL condition that a color of a product `p` is like the pattern. */
export const hasColor = (like: string): SQL => sql`exists (select from product_colors c
  where c.product_id = p.id and search_form(c.name) like ${like} ${LOOKED_UP})`;

/** SQL condition that a variant `v` of a product `p` has the pattern in its name, codes, color or size. */
export const isVariantNamed = (
  like: string,
): SQL => sql`(search_form(p.name) like ${like} or search_form(v.sku) like ${like}
  or search_form(v.barcode) like ${like} or search_form(p.sku) like ${like} or search_form(v.color) like ${like}
  or search_form(v.size) like ${like})`;

/**
 * SQL at the end of an `exists` subquery, which makes PostgreSQL evaluate it for each row by an index, not by reading the whole
 * table first.
 */
export const LOOKED_UP = sql`offset 0`;
