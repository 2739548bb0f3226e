import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/** Scope of a stock-take: a category with its subcategories, a shelf, or everything. */
export interface CountScope {
  categoryId: string | null;
  shelf: string | null;
}

/** Number of variants in a scope, number of those not counted yet, and the next of these in the order of shelves. */
export interface ToCount {
  all: number;
  left: number;
  next: number | null;
}

/**
 * Finds the next variant to count, and the number of variants not counted yet. Skips variants with unlimited stock, retired
 * variants without stock, and variants of archived products.
 */
export async function nextToCount(
  db: Database,
  { categoryId, shelf }: CountScope,
  counted: number[],
): Promise<ToCount> {
  const { rows } = await db.execute<{ all: number; left: number; next: number | null }>(sql`
    with scope as (
      select v.id, row_number() over (order by v.shelf, p.name, p.id, v.position, v.id) as place,
        v.id = any(${sql.param(counted)}::int[]) as done
      from variants v join products p on p.id = v.product_id
      where v.stock is not null and (v.retired_at is null or v.stock > 0) and p.published_status <> 'archived'
        and (${shelf}::text is null or v.shelf = ${shelf})
        and (${categoryId}::text is null or p.category_id in (
          select id from categories where id = ${categoryId} or parent_id = ${categoryId}))
    )
    select count(*)::int as all, (count(*) filter (where not done))::int as left,
      (array_agg(id order by place) filter (where not done))[1] as next from scope`);
  return rows[0] ?? { all: 0, left: 0, next: null };
}
