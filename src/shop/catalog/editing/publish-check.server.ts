import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { products } from "../catalog.tables";
import { missingToPublish, needWords, type PublishNeed } from "./publish-needs";

/** Columns that the publish check reads. */
export const DRAFT = {
  name: products.name,
  price: products.price,
  images: products.images,
  categoryId: products.categoryId,
  kindForTax: products.kindForTax,
  publishedStatus: products.publishedStatus,
  colors: sql<{ name: string; images: string[] }[]>`(
    select coalesce(json_agg(json_build_object('name', own.name, 'images', own.images) order by own.position), '[]')
    from product_colors own where own.product_id = products.id and own.retired_at is null)`,
  variants: sql<{ price: Cents | null; image: string | null }[]>`(
    select coalesce(json_agg(json_build_object('price', own.price_cents, 'image', own.image)), '[]')
    from variants own where own.product_id = products.id and own.retired_at is null)`,
};

/** Missing facts that keep a product from being published; empty for an unknown product. */
export async function missingOf(db: Database, productId: string): Promise<PublishNeed[]> {
  const [draft] = await db.select(DRAFT).from(products).where(eq(products.id, productId));
  return draft ? missingToPublish(draft) : [];
}

/**
 * Refuses to leave a published product incomplete. Every change of a published product calls it before its transaction ends; `changes` are
 * columns not written yet.
 *
 * @throws {Refusal} `input-invalid` with words for each thing that is missing, by the name of its field.
 */
export async function requireComplete(
  tx: Transaction,
  productId: string,
  changes: Partial<Record<"name" | "price" | "categoryId" | "kindForTax" | "publishedStatus", unknown>> = {},
): Promise<void> {
  const [draft] = await tx.select(DRAFT).from(products).where(eq(products.id, productId));
  if (!draft) return;
  const after = { ...draft, ...(changes as Partial<typeof draft>) };
  if (after.publishedStatus !== "published") return;
  const missing = missingToPublish(after);
  if (missing.length > 0)
    throw new Refusal("input-invalid", { fields: Object.fromEntries(missing.map((need) => [need, needWords[need]])) });
}
