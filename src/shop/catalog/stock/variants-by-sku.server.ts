import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { choiceName, variantName } from "./variant-name";

/** A variant that a SKU names. */
export interface VariantOfSku {
  id: number;
  /** "Ridge Tee, Black, M", and without its product "Black, M". */
  name: string;
  choice: string;
  product: string;
  size: string;
  color: string;
  /** Null where it is sold without limit. */
  level: number | null;
}

/**
 * The variants that are sold under these SKUs, by the SKU in small letters; a SKU that only a product has is that of its variants
 * without one. Of goods that are put away only where no other has the SKU.
 */
export async function variantsBySku(db: Database, skus: string[]): Promise<Map<string, VariantOfSku[]>> {
  if (skus.length === 0) return new Map();
  const wanted = [...new Set(skus.map((sku) => sku.toLowerCase()))];
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    select v.id, p.name as product, v.size, v.color, v.stock as level, lower(coalesce(nullif(v.sku, ''), p.sku)) as sku,
      p.published_status = 'archived' as "isAway"
    from variants v join products p on p.id = v.product_id
    where v.retired_at is null and lower(coalesce(nullif(v.sku, ''), p.sku)) = any(${sql.param(wanted)}::text[])
    order by p.name, p.id, v.position, v.id`);
  return new Map(
    [...Map.groupBy(rows, ({ sku }) => sku)].map(([sku, found]) => {
      const sold = found.filter(({ isAway }) => !isAway);
      return [sku, (sold.length > 0 ? sold : found).map(variantOf)];
    }),
  );
}

type Found = Pick<VariantOfSku, "id" | "product" | "size" | "color" | "level"> & { sku: string; isAway: boolean };

const variantOf = ({ id, product, size, color, level }: Found): VariantOfSku => ({
  id,
  name: variantName(product, size, color),
  choice: choiceName(size, color),
  product,
  size,
  color,
  level,
});

/** The variants of a SKU that all words fit, each word being a size, a color, both, or a product's name. */
export function calledSo(variants: VariantOfSku[], words: string[]): VariantOfSku[] {
  const wanted = words.map((word) => word.toLowerCase());
  return variants.filter(({ product, size, color, name, choice }) => {
    const names = [product, size, color, name, choice, `${color} / ${size}`, `${size} / ${color}`];
    const own = new Set(names.map((each) => each.toLowerCase()));
    return wanted.every((word) => own.has(word));
  });
}
