import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Database } from "~/platform/database.server";
import { isSame } from "~/shop/audit/record-kind.server";
import type { FieldValues } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { products } from "../catalog.tables";
import { DRAFT } from "../editing/publish-check.server";
import { missingToPublish, type PublishNeed } from "../editing/publish-needs";
import { type GoodsWish, type WhyNot, whyNot, wishedValues } from "./goods-wish";

/** Effect of a wanted change (wish) on one product. */
export interface WishedLine {
  id: string;
  name: string;
  /** Changed fields; empty if the product is not changed. */
  changes: { field: string; from: unknown; to: unknown }[];
  why: WhyNot[];
}

export interface WishPreview {
  changing: WishedLine[];
  refused: WishedLine[];
  /** Number of products that already have the wanted values, and number of deleted ones. */
  same: number;
  gone: number;
  /** Versions of the chosen products in the preview, in order; 0 for deleted ones. */
  seen: number[];
}

/** Fields that a wish can read and write. Colors and variants are not among them. */
const FIELDS = {
  publishedStatus: products.publishedStatus,
  publishAt: products.publishAt,
  putAwayAt: products.putAwayAt,
  categoryId: products.categoryId,
  kindForTax: products.kindForTax,
  sizeGuideId: products.sizeGuideId,
  newArrivals: products.newArrivals,
  bestSeller: products.bestSeller,
  finalSale: products.finalSale,
  headwear: products.headwear,
  styleWith: products.styleWith,
  styleWithProducts: products.styleWithProducts,
};

/** SQL condition for products with these ids, which are passed as one parameter. */
const among = (ids: string[]) =>
  sql`${products.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/**
 * Effect of a wish on each chosen product: changed, refused with reasons, unchanged, or deleted.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function previewWish(
  services: Pick<Services, "db">,
  member: Member,
  ids: string[],
  wish: GoodsWish,
): Promise<WishPreview> {
  await requireRight(services, member, "goods.change");
  const [rows, missing] = await Promise.all([
    services.db
      .select({ id: products.id, name: products.name, version: products.version, ...FIELDS })
      .from(products)
      .where(among(ids)),
    missingOfAll(services.db, ids, wish),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const preview: WishPreview = { changing: [], refused: [], same: 0, gone: 0, seen: [] };
  for (const id of ids) {
    const row = found.get(id);
    preview.seen.push(row?.version ?? 0);
    if (!row) {
      preview.gone += 1;
      continue;
    }
    const { name, version: _, ...values } = row;
    const product = { id, values: { ...values }, missing: missing.get(id) ?? [] };
    const changes = changesOf(product.values, wishedValues(wish, product));
    const why = changes.length > 0 ? whyNot(wish, product) : [];
    if (changes.length === 0) preview.same += 1;
    else (why.length > 0 ? preview.refused : preview.changing).push({ id, name, changes, why });
  }
  return preview;
}

const changesOf = (values: FieldValues, wished: FieldValues): WishedLine["changes"] =>
  Object.entries(wished).flatMap(([field, to]) =>
    isSame(values[field], to) ? [] : [{ field, from: values[field] ?? null, to }],
  );

/** Requirements for publishing that products lack, by product id; read only if the wish publishes. */
export async function missingOfAll(db: Database, ids: string[], wish: GoodsWish): Promise<Map<string, PublishNeed[]>> {
  if (wish.act !== "publish") return new Map();
  const drafts = await db
    .select({ id: products.id, ...DRAFT })
    .from(products)
    .where(among(ids));
  return new Map(drafts.map(({ id, ...draft }) => [id, missingToPublish(draft)]));
}
