import { type SQL, sql } from "drizzle-orm";
import { goodsSearch } from "./search.tables";

/** A text as a pattern that matches wherever it stands. */
export const anywhere = (text: string): string => `%${text.replaceAll("\0", "").replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The condition that all these patterns stand somewhere in what members find a product by; `id` is the product's. An index answers it,
 * whichever texts of the product are then looked at.
 */
export const goodsWithWords = (id: SQL, patterns: readonly string[]): SQL =>
  patterns.length === 0
    ? sql`true`
    : sql`${id} in (select product_id from ${goodsSearch} where ${sql.join(
        patterns.map((pattern) => sql`${goodsSearch.text} ilike ${pattern}`),
        sql` and `,
      )})`;

/** Ends an `exists` of a condition: answered for each row by an index. Without it PostgreSQL reads the whole table beforehand, for any row. */
export const LOOKED_UP = sql`offset 0`;
