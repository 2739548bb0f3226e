import { and, inArray, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { variants } from "./catalog.tables";

/** Product, size and color of a variant. */
interface VariantChoice {
  product: string;
  size: string;
  color: string;
}

/** Product, size and color of variants that are not retired, by variant id. */
export async function choicesOfVariants(db: Database, ids: number[]): Promise<Map<number, VariantChoice>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: variants.id, product: variants.productId, size: variants.size, color: variants.color })
    .from(variants)
    .where(and(inArray(variants.id, ids), isNull(variants.retiredAt)));
  return new Map(rows.map(({ id, ...choice }) => [id, choice]));
}
