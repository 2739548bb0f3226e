import type { Database } from "~/platform/database.server";
import { type Edit, save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { isSaleAbovePrice, saleAboveWords } from "../pricing/pricing";
import { openProduct, type Seen } from "./open-product.server";
import { productRecord } from "./product-record.server";
import type { ProductStatus } from "./product-status.server";
import { variantRecord } from "./variant-record.server";

interface QuickForm {
  id: string;
  submission: string;
  seen: Seen;
  /** Common price of all variants, in cents; unset: unchanged. */
  price?: Cents | null;
  salePrice: Cents | null;
  status: ProductStatus;
}

/**
 * Saves the common price, sale price and status of a product. Variants with a price of their own get the common price.
 *
 * @throws {Refusal} as `save`; `record-unknown`; `input-invalid` for a sale price above the price.
 */
export async function saveQuick(
  services: { db: Database },
  member: Member,
  { id, submission, seen, price, salePrice, status }: QuickForm,
): Promise<Saved | Stale> {
  const product = await openProduct(services, member, id);
  if (!product) throw new Refusal("record-unknown");
  const { values, variants } = product;
  const isMoved = price !== undefined && variants.some((variant) => (variant.price ?? values.price) !== price);
  const changes = {
    ...(isMoved && { price }),
    // Null and 0 both mean that there is no sale price; replacing one by the other is no change.
    ...((values.salePrice || null) !== (salePrice || null) && { salePrice }),
    ...(values.publishedStatus !== status && { publishedStatus: status }),
  };
  const sold = { price: isMoved ? price : values.price, salePrice: salePrice || null };
  const isPriceChanged = isMoved || "salePrice" in changes;
  if (
    isPriceChanged &&
    variants.some((variant) => isSaleAbovePrice(sold, isMoved ? { ...variant, price: null } : variant))
  )
    throw new Refusal("input-invalid", { fields: { salePrice: saleAboveWords } });
  const edits: Edit[] = [
    { kind: productRecord, id, version: seen.product, values: changes },
    ...(isMoved ? variants.filter((variant) => variant.price !== null) : []).map((variant) => ({
      kind: variantRecord,
      id: String(variant.id),
      version: seen.variants[variant.id] ?? variant.version,
      values: { price: null },
    })),
  ];
  return save(services, member, { submission, edits });
}
