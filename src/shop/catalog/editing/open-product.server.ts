import { and, asc, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import { changedSince } from "~/shop/audit/change-log.server";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { products, variants } from "../catalog.tables";
import { variantColumns } from "../field-columns.tables";
import {
  editedNames,
  type EditedProductField,
  type EditedVariantField,
  picked,
  productFields,
  type ValuesOf,
  variantFields,
} from "../product-fields";
import { PRODUCT_ID } from "../product-id-pattern";
import { missingToPublish, type PublishNeed } from "./publish-needs";
import type { Choices } from "./colors-and-variants";
import { choicesOf } from "./colors-and-variants.server";
import { DRAFT } from "./publish-check.server";

/** A variant as members see it; `cost` only for members with the right to see costs. */
export interface GoodsVariant extends Omit<ValuesOf<typeof variantFields, EditedVariantField>, "cost"> {
  id: number;
  version: number;
  size: string;
  color: string;
  cost?: Cents | null;
  /** Number of pieces left; null means unlimited. */
  stock: number | null;
}

/** A product as members see it, in any status. */
export interface GoodsProduct {
  id: string;
  version: number;
  /** Fields by their names in `productRecord`; `cost` only for members with the right to see costs. */
  values: ProductValues;
  variants: GoodsVariant[];
  images: string[];
  /** Sold colors with their pictures. */
  colors: { name: string; images: string[] }[];
  missing: PublishNeed[];
}

type Row = typeof products.$inferSelect;
type Plain = Exclude<EditedProductField, "cost" | "publishAt" | "putAwayAt">;
/** Columns that are sent to a screen as they are stored. */
const PLAIN = editedNames(productFields).filter(
  (name): name is Plain => name !== "cost" && productFields[name].kind !== "moment",
);

/** Fields that members edit. */
export type ProductValues = Pick<Row, Plain> & {
  cost?: Cents | null;
  choices: Choices;
  publishAt: string | null;
  putAwayAt: string | null;
};

/**
 * Data of a product for its screen; undefined for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openProduct(
  services: Pick<Services, "db">,
  member: Member,
  id: string,
): Promise<GoodsProduct | undefined> {
  await requireRight(services, member, "goods.read");
  return PRODUCT_ID.test(id) ? readProduct(services.db, id, can(member, "goods.cost.read")) : undefined;
}

/** Versions that a form showed: of the product, and of its variants by id. */
export interface Seen {
  product: number;
  variants: Record<string, number>;
}

/**
 * The product with the values that it had when the form was shown. Values of the form that differ from these are the member's own
 * changes.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function productAsSeen(
  services: Pick<Services, "db">,
  member: Member,
  id: string,
  seen: Seen,
): Promise<GoodsProduct | undefined> {
  const product = await openProduct(services, member, id);
  if (!product) return undefined;
  const before = async (kind: string, record: string, version: number | undefined, now: number) =>
    version === undefined || version >= now
      ? {}
      : Object.fromEntries(
          [...(await changedSince(services.db, { kind, record, version }))].map(([field, { base }]) => [field, base]),
        );
  const values = { ...product.values, ...(await before("product", id, seen.product, product.version)) };
  const variants = await Promise.all(
    product.variants.map(async (variant) => ({
      ...variant,
      ...(await before("variant", String(variant.id), seen.variants[variant.id], variant.version)),
    })),
  );
  return { ...product, values, variants };
}

async function readProduct(db: Database, id: string, withCost: boolean): Promise<GoodsProduct | undefined> {
  const [row] = await db
    .select({ row: products, colors: DRAFT.colors, variants: DRAFT.variants })
    .from(products)
    .where(eq(products.id, id));
  if (!row) return undefined;
  const [choices, variants] = await Promise.all([choicesOf(db, id), variantsOf(db, id, withCost)]);
  const { version, cost, publishAt, putAwayAt, images } = row.row;
  return {
    id,
    version,
    values: {
      ...picked(row.row, PLAIN),
      ...(withCost && { cost }),
      choices,
      publishAt: publishAt?.toISOString() ?? null,
      putAwayAt: putAwayAt?.toISOString() ?? null,
    },
    variants,
    images,
    colors: row.colors,
    missing: missingToPublish({ ...row.row, colors: row.colors, variants: row.variants }),
  };
}

/** Variants that are not retired, in the merchant's order. */
async function variantsOf(db: Database, productId: string, withCost: boolean): Promise<GoodsVariant[]> {
  const { id, version, size, color, stock } = variants;
  const { cost, ...values } = picked(variantColumns, editedNames(variantFields));
  return db
    .select({ id, version, size, color, ...values, stock, ...(withCost && { cost }) })
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    .orderBy(asc(variants.position), asc(id));
}
