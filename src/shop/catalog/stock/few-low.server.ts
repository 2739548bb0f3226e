import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/**
 * Maximum number of low variants for which a list starts from the low variants. With more, checking variants in the list's order
 * finds a page of low ones soon enough.
 */
const FEW = 2_000;

/** SQL for the level of a variant `v`, as in its index: variants without limit are sorted last. */
export const LEVEL = sql`coalesce(v.stock, 2147483647)`;

/** Ids of low variants and of their products. */
export interface FewLow {
  variants: number[];
  products: string[];
}

/** SQL condition that a variant `v` of a product `p` is at or below its low mark. */
export const isLow = (lowStock: number): SQL => sql`v.stock <= coalesce(p.low_mark, ${lowStock}::int)`;

/** Finds all variants at or below their low mark by index; undefined if there are more than `FEW`. */
export async function fewLow(db: Pick<Database, "execute">, lowStock: number): Promise<FewLow | undefined> {
  const { rows } = await db.execute<{ variant: number; product: string }>(sql`
    (select v.id as variant, v.product_id as product from variants v join products p on p.id = v.product_id
      where ${LEVEL} <= ${lowStock}::int and ${isLow(lowStock)} limit ${FEW + 1})
    union all
    (select v.id, v.product_id from products p join variants v on v.product_id = p.id
      where p.low_mark > ${lowStock}::int and v.stock > ${lowStock}::int and ${isLow(lowStock)} limit ${FEW + 1})
    limit ${FEW + 1}`);
  if (rows.length > FEW) return undefined;
  return {
    variants: rows.map(({ variant }) => variant),
    products: [...new Set(rows.map(({ product }) => product))],
  };
}
