import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/** Variants of one color that were sold or are in stock. */
export interface SoldVariants {
  color: string;
  sizes: string[];
  orders: number;
  left: number;
}

/** Groups by color those of the given variants that were sold or are in stock. */
export async function soldVariants(
  db: Database,
  variants: { id: number; size: string; color: string; stock: number | null }[],
): Promise<SoldVariants[]> {
  const ids = variants.map(({ id }) => id);
  const { rows } = await db.execute<{ id: number; orders: number }>(sql`
    select variant_id as id, count(distinct order_number)::int as orders from line_goods
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
