import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { bareDigits } from "../barcode";
import { choiceName, variantName } from "./variant-name";

/** A variant that was found by SKU or barcode. */
export interface VariantOfCode {
  id: number;
  /** Name with the product, "Ridge Tee, Black, M"; `choice` is the name without it, "Black, M". */
  name: string;
  choice: string;
  product: string;
  size: string;
  color: string;
  /** Number of pieces that can be sold; null for a variant without limit. */
  level: number | null;
  /** Kind of code that matched. */
  by: "SKU" | "barcode";
}

/**
 * Finds sold variants by lower-case SKU or barcode. The SKU of a product finds its variants without a SKU of their own; leading
 * zeros of barcodes are ignored. SKUs take precedence over barcodes, and other products over archived ones.
 */
export async function variantsByCode(db: Database, codes: string[]): Promise<Map<string, VariantOfCode[]>> {
  if (codes.length === 0) return new Map();
  const wanted = [...new Set(codes.map((code) => code.toLowerCase()))];
  const gtins = new Map(
    wanted.flatMap((code) => (/^[\d\s-]{8,20}$/.test(code) ? [[code, gtinOf(code)] as const] : [])),
  );
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    select v.id, p.name as product, v.size, v.color, v.stock as level, lower(coalesce(nullif(v.sku, ''), p.sku)) as sku,
      lpad(v.barcode, 14, '0') as gtin, p.published_status = 'archived' as "isAway"
    from variants v join products p on p.id = v.product_id
    where v.retired_at is null and (lower(coalesce(nullif(v.sku, ''), p.sku)) = any(${sql.param(wanted)}::text[])
      or (v.barcode <> '' and lpad(v.barcode, 14, '0') = any(${sql.param([...gtins.values()])}::text[])))
    order by p.name, p.id, v.position, v.id`);
  const [bySku, byGtin] = [Map.groupBy(rows, ({ sku }) => sku), Map.groupBy(rows, ({ gtin }) => gtin)];
  return new Map(
    wanted.flatMap((code) => {
      const by = bySku.has(code) ? "SKU" : "barcode";
      const found = bySku.get(code) ?? byGtin.get(gtins.get(code) ?? "") ?? [];
      const sold = found.filter(({ isAway }) => !isAway);
      const meant = sold.length > 0 ? sold : found;
      return meant.length === 0 ? [] : [[code, meant.map((row) => variantOf({ ...row, by }))] as const];
    }),
  );
}

const gtinOf = (code: string): string => bareDigits(code).padStart(14, "0");

type Found = Pick<VariantOfCode, "id" | "product" | "size" | "color" | "level"> & {
  sku: string;
  gtin: string;
  isAway: boolean;
};

const variantOf = ({ id, product, size, color, level, by }: Found & Pick<VariantOfCode, "by">): VariantOfCode => ({
  id,
  name: variantName(product, size, color),
  choice: choiceName(size, color),
  product,
  size,
  color,
  level,
  by,
});

/** Variants of a code that match all words; a word is a size, a color, both, or the whole name of the product or variant. */
export function calledSo(variants: VariantOfCode[], words: string[]): VariantOfCode[] {
  const wanted = words.map((word) => word.toLowerCase());
  return variants.filter(({ product, size, color, name, choice }) => {
    const names = [product, size, color, name, choice, `${color} / ${size}`, `${size} / ${color}`];
    const own = new Set(names.map((each) => each.toLowerCase()));
    return wanted.every((word) => own.has(word));
  });
}
