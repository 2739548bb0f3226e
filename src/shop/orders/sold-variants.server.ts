import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/** Variants of one color that were sold before, or of which pieces are left. */
export interface SoldVariants {
  color: string;
  sizes: string[];
  orders: number;
  left: number;
}

/** Variants among these that somebody bought or that still lie there, by color. */
export async function soldVariants(
  db: Database,
  variants: { id: number; size: string; color: string; stock: number | null }[],
): Promise<SoldVariants[]> {
  const ids = variants.map(({ id }) => id);
  const { rows } = await db.execute<{ id: number; orders: number }>(sql`
    select variant_id as id, count(distinct order_number)::int as orders from order_lines
    where variant_id = any(${sql.param(ids)}::int[]) group by variant_id`);
  const ordersOf = new Map(rows.map(({ id, orders }) => [id, orders]));
  const touched = variants.filter(({ id, stock }) => ordersOf.has(id) || (stock ?? 0) > 0);
  return [...Map.groupBy(touched, ({ color }) => color)].map(([color, own]) => ({
    color,
    sizes: own.map(({ size }) => size),
    orders: own.reduce((sum, { id }) => sum + (ordersOf.get(id) ?? 0), 0),
    left: own.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
  }));
}
