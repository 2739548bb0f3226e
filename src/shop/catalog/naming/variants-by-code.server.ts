import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { folded } from "~/shop/folded-text";
import { GTIN_FORM, gtinOf } from "~/shop/gtin";
import { choiceName, variantName } from "../stock/variant-name";

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
 * Finds sold variants by SKU or barcode, compared folded, by the folded code. The SKU of a product finds its variants without a
 * SKU of their own; of a GTIN, but of no other barcode, leading zeros are ignored. SKUs take precedence over barcodes, and other products over archived ones.
 */
export async function variantsByCode(db: Database, codes: string[]): Promise<Map<string, VariantOfCode[]>> {
  if (codes.length === 0) return new Map();
  const wanted = [...new Set(codes.map(folded))];
  const gtins = new Map(wanted.map((code) => [code, gtinOf(code)] as const));
  // Zeros before a number keep its check digit, so that whatever is padded to a GTIN is one.
  const gtin = sql`case when v.barcode ~ ${GTIN_FORM} then lpad(v.barcode, 14, '0') end`;
  const folds = sql.param(wanted);
  const barcodes = sql.param([...new Set(codes.flatMap(barcodeForms))]);
  // Each way to a variant reads an index.
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with likely as materialized (
      select id from variants where sku <> '' and search_form(sku) = any(${folds}::text[])
      union select own.id from products p join variants own on own.product_id = p.id
        where p.sku <> '' and search_form(p.sku) = any(${folds}::text[]) and own.sku = ''
      union select id from variants where barcode <> '' and lower(barcode) = any(${barcodes}::text[]))
    select v.id, p.name as product, v.size, v.color, v.stock as level, search_form(coalesce(nullif(v.sku, ''), p.sku)) as sku,
      search_form(v.barcode) as barcode, ${gtin} as gtin, p.published_status = 'archived' as "isAway"
    from likely join variants v on v.id = likely.id join products p on p.id = v.product_id
    where v.retired_at is null
    order by p.name, p.id, v.position, v.id`);
  const bySku = Map.groupBy(rows, ({ sku }) => sku);
  const byBarcode = Map.groupBy(rows, ({ barcode }) => barcode);
  const byGtin = Map.groupBy(rows, (row) => row.gtin);
  return new Map(
    wanted.flatMap((code) => {
      const by = bySku.has(code) ? "SKU" : "barcode";
      const found = bySku.get(code) ?? byGtin.get(gtins.get(code) ?? "") ?? byBarcode.get(code) ?? [];
      const sold = found.filter(({ isAway }) => !isAway);
      const meant = sold.length > 0 ? sold : found;
      return meant.length === 0 ? [] : [[code, meant.map((row) => variantOf({ ...row, by }))] as const];
    }),
  );
}

/** The lower-case forms in which a code may be stored as a barcode: a GTIN with any number of its leading zeros. */
export function barcodeForms(code: string): string[] {
  const gtin = gtinOf(code);
  const zeros = /^0*/.exec(gtin ?? "")?.[0].length ?? 0;
  const padded = gtin === undefined ? [] : Array.from({ length: zeros + 1 }, (_, fewer) => gtin.slice(fewer));
  return [...new Set([code.toLowerCase(), ...padded.filter((form) => new RegExp(GTIN_FORM).test(form))])];
}

type Found = Pick<VariantOfCode, "id" | "product" | "size" | "color" | "level"> & {
  sku: string;
  barcode: string;
  /** GTIN with 14 digits; null for any other barcode. */
  gtin: string | null;
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
