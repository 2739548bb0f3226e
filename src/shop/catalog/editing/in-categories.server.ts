import { type SQL, sql } from "drizzle-orm";

/** SQL condition that a product `p` is in one of the given categories or their sub-categories; always true for an empty list. */
export const inCategories = (ids: readonly string[]): SQL =>
  ids.length === 0
    ? sql`true`
    : sql`p.category_id in (select id from categories where id = any(${sql.param(ids)}::text[]) or parent_id = any(${sql.param(ids)}::text[]))`;
