import { type SQL, sql } from "drizzle-orm";
import { goodsSearch } from "./search.tables";

/** A LIKE pattern that matches anywhere. */
export const anywhere = (text: string): string => `%${text.replaceAll("\0", "").replace(/[\\%_]/g, "\\$&")}%`;

/** SQL condition that all these patterns occur in the texts by which members find a product; `id` is the product's. Uses an index. */
export const goodsWithWords = (id: SQL, patterns: readonly string[]): SQL =>
  patterns.length === 0
    ? sql`true`
    : sql`${id} in (select product_id from ${goodsSearch} where ${sql.join(
        patterns.map((pattern) => sql`${goodsSearch.text} ilike ${pattern}`),
        sql` and `,
      )})`;

/** Ends an `exists` so that it is evaluated per row by an index: PostgreSQL would otherwise read the whole table first. */
export const LOOKED_UP = sql`offset 0`;
