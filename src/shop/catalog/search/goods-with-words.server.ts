import { folded } from "~/shop/folded-text";
import { type SQL, sql } from "drizzle-orm";
import { goodsSearch } from "./search.tables";

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
 * SQL at the end of an `exists` subquery, which makes PostgreSQL evaluate it for each row by an index, not by reading the whole
 * table first.
 */
export const LOOKED_UP = sql`offset 0`;
