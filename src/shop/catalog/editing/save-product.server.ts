import type { Database } from "~/platform/database.server";
import { type Edit, save } from "~/shop/audit/save.server";
import type { FieldValues, Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { lineFault } from "~/shop/visible-text";
import { Refusal } from "~/shop/refusal";
import { type TypedWords, wordsEdits } from "../pictures/product-pictures.server";
import { memberSums, stockId, withoutMovements } from "../stock/change-stock.server";
import { stockRecord } from "../stock/stock-record.server";
import type { Choices } from "./colors-and-variants";
import type { GoodsProduct, GoodsVariant, Seen } from "./open-product.server";
import { productRecord } from "./product-record.server";
import { variantRecord } from "./variant-record.server";

/** A submitted product form. */
export interface ProductForm {
  submission: string;
  /** Versions that the form showed. */
  seen: Seen;
  /** Submitted values of the product. */
  product: FieldValues;
  /** Submitted values of its variants, by variant id. */
  variants: Record<string, FieldValues>;
  /** Levels of stock by variant id: as the form showed them, and as the member typed them. */
  stock: { id: number; shown: number; wanted: number }[];
  /** Reason for the changed levels of stock. */
  reason: string;
  /** Alternative texts of the product's pictures. */
  words: TypedWords[];
}

/**
 * Saves a product's form, with all its changes or none. `asksAbout` selects removed variants that the member has to confirm
 * first: then nothing is saved, and these variants are returned.
 *
 * @throws {Refusal} as `save` and `wordsEdits`; `input-invalid` for levels of stock (field `stock:` with the variant's number),
 * and for their `reason`.
 */
export async function saveProduct<Going>(
  services: { db: Database },
  member: Member,
  shown: GoodsProduct,
  { submission, seen, product, variants, stock, reason, words }: ProductForm,
  asksAbout?: (going: GoodsVariant[]) => Promise<Going[]>,
): Promise<Saved | Stale | { going: Going[] } | { saved: true; act: null }> {
  const levels = await levelEdits(services, shown, stock, reason.trim());
  const texts = await wordsEdits(services, shown.id, words);
  const edits = [...editsOf(shown, { product, variants }, seen), ...levels.edits, ...texts];
  if (edits.length === 0) return { saved: true, act: null };
  const leaving = leavingVariants(shown, product.choices as Choices | undefined);
  if (leaving.length > 0 && asksAbout) {
    await requireRight(services, member, "goods.change");
    const going = await asksAbout(leaving);
    if (going.length > 0) return { going };
  }
  return save(services, member, { submission, reason: levels.reason, edits });
}

function editsOf(
  shown: GoodsProduct,
  { product, variants }: Pick<ProductForm, "product" | "variants">,
  seen: Seen,
): Edit[] {
  const version = (variantId: string) =>
    seen.variants[variantId] ?? shown.variants.find((each) => String(each.id) === variantId)?.version ?? 0;
  return [
    ...(Object.keys(product).length > 0
      ? [{ kind: productRecord, id: shown.id, version: seen.product, values: product }]
      : []),
    ...Object.entries(variants).map(([variantId, values]) => ({
      kind: variantRecord,
      id: variantId,
      version: version(variantId),
      values,
    })),
  ];
}

/** Variants that would be removed by the submitted sizes and colors. */
function leavingVariants({ variants }: GoodsProduct, choices: Choices | undefined): GoodsVariant[] {
  if (!choices) return [];
  const stays = new Set(choices.pairs.map(({ size, color }) => `${size}\n${color}`));
  return variants.filter(({ size, color }) => !stays.has(`${size}\n${color}`));
}

/** Turns typed levels of stock into movements with their reason. The first level of a variant needs no reason. */
async function levelEdits(
  { db }: { db: Database },
  { variants }: GoodsProduct,
  stock: ProductForm["stock"],
  reason: string,
): Promise<{ edits: Edit[]; reason: string }> {
  const ids = stock.map(({ id }) => id);
  const [sums, fresh] = await Promise.all([memberSums(db, ids), withoutMovements(db, ids)]);
  const levels = new Map(variants.map((variant) => [variant.id, variant.stock]));
  const fields: Record<string, string> = {};
  const fault = reason.length > 200 ? "Write it in one line of at most 200 characters." : lineFault(reason);
  if (fault) fields.reason = fault;
  else if (reason === "" && !ids.every((id) => fresh.has(id)))
    fields.reason = "Write why the numbers change, such as Counted again.";
  const edits = stock.map(({ id, shown, wanted }): Edit => {
    const { pieces, version } = sums.get(id) ?? { pieces: 0, version: 0 };
    const left = levels.get(id) ?? null;
    if (left === null) fields[`stock:${id}`] = "It is sold without limit. Change that under Stock.";
    else if (left + wanted - shown < 0)
      fields[`stock:${id}`] = `Only ${left} can still be sold: the others are held for orders or sold.`;
    return { kind: stockRecord, id: stockId(id), version, values: { pieces: pieces + wanted - shown } };
  });
  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
  return { edits, reason: reason || (ids.length > 0 ? "First stock" : "") };
}
