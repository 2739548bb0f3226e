import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { jsonPairs } from "~/platform/row-sql.server";
import { categories, products, sizeGuides } from "../catalog.tables";
import { isAmong } from "../naming/is-among.server";
import { productColumns, variantColumns } from "../field-columns.tables";
import {
  editedNames,
  type EditedVariantField,
  picked,
  productFields,
  type ValuesOf,
  variantFields,
} from "../product-fields";

/** A variant, sold or retired. */
export interface StoredVariant extends ValuesOf<typeof variantFields, EditedVariantField> {
  id: number;
  size: string;
  color: string;
  image: string | null;
  stock: number | null;
  isRetired: boolean;
}

/** A color, sold or retired. */
export interface StoredColor {
  name: string;
  swatch: string | null;
  images: string[];
  isRetired: boolean;
}

const OF_VARIANT = picked(variantColumns, ["id", "size", "color", "image", "stock", ...editedNames(variantFields)]);
const COLUMNS = {
  ...picked(productColumns, ["id", "handle", "images", "position"]),
  ...picked(productColumns, editedNames(productFields)),
  colors: sql<StoredColor[]>`(
    select coalesce(json_agg(json_build_object('name', own.name, 'swatch', own.swatch, 'images', own.images,
      'isRetired', own.retired_at is not null) order by own.position), '[]')
    from product_colors own where own.product_id = products.id)`,
  variants: sql<StoredVariant[]>`(
    select coalesce(json_agg(json_build_object(${jsonPairs(OF_VARIANT, "own")}, 'isRetired', own.retired_at is not null)
      order by own.position, own.id), '[]')
    from variants own where own.product_id = products.id)`,
};

/** Products that files have: the gift card is none of them, since its amounts are a setting. */
const inFiles = eq(products.kind, "goods");

/** Query of products with `COLUMNS`, which include the cost: callers have to check the rights. */
const goods = (db: Database) => db.select(COLUMNS).from(products);
export type StoredGoods = Awaited<ReturnType<typeof goods>>[number];

/** Products whose handle or id is one of the keys. */
export function goodsByKeys(db: Database, keys: string[]): Promise<StoredGoods[]> {
  if (keys.length === 0) return Promise.resolve([]);
  // Arrays are looked up by the indexes of both columns, of two subqueries every product would be compared.
  return goods(db).where(and(inFiles, or(isAmong(products.handle, keys), isAmong(products.id, keys))));
}

/** The next products after a given one in the merchant's order, for iterating over all. */
export function goodsAfter(
  db: Database,
  after: { position: number; id: string } | undefined,
  most: number,
): Promise<StoredGoods[]> {
  return goods(db)
    .where(and(inFiles, after && sql`(${products.position}, ${products.id}) > (${after.position}, ${after.id})`))
    .orderBy(asc(products.position), asc(products.id))
    .limit(most);
}

/** A category with the tax kind that most of its products have. */
export interface KnownCategory {
  id: string;
  /** Path of the category in files, such as "Men > Jackets". */
  path: string;
  /** Name of the category for members, such as "Men, Jackets". */
  name: string;
  kindForTax: NonNullable<StoredGoods["kindForTax"]> | null;
}

/** All categories that are not archived, in the merchant's order, each with its tax kind. */
export async function knownCategories(db: Database): Promise<KnownCategory[]> {
  const rows = await db
    .select({ id: categories.id, name: categories.name, parentId: categories.parentId })
    .from(categories)
    .where(isNull(categories.putAwayAt))
    .orderBy(asc(categories.position));
  const kinds = await db
    .select({ id: products.categoryId, kind: products.kindForTax, goods: sql<number>`count(*)::int` })
    .from(products)
    .where(and(inArray(products.publishedStatus, ["published", "draft"]), isNotNull(products.kindForTax)))
    .groupBy(products.categoryId, products.kindForTax);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const namesOf = ({ name, parentId }: (typeof rows)[number]) => [names.get(parentId ?? ""), name].filter(Boolean);
  return rows.map((row) => ({
    id: row.id,
    path: namesOf(row).join(" > "),
    name: namesOf(row).join(", "),
    kindForTax: commonKind(row, rows, kinds),
  }));
}

type Kind = KnownCategory["kindForTax"];

/**
 * Tax kind of most products in a category. On a tie the products of all categories with the same parent decide between the tied
 * kinds; if these tie too, it is null.
 */
function commonKind(
  { id, parentId }: { id: string; parentId: string | null },
  all: { id: string; parentId: string | null }[],
  kinds: { id: string | null; kind: Kind; goods: number }[],
): Kind {
  const own = mostOf(kinds.filter((each) => each.id === id));
  if (own.length < 2) return own[0] ?? null;
  const family = new Set(all.filter((each) => parentId && each.parentId === parentId).map((each) => each.id));
  const wide = mostOf(kinds.filter((each) => each.id && family.has(each.id) && own.includes(each.kind)));
  return wide.length === 1 ? (wide[0] ?? null) : null;
}

/** Most frequent tax kinds; several on a tie. */
function mostOf(kinds: { kind: Kind; goods: number }[]): Kind[] {
  const counts = new Map<Kind, number>();
  for (const { kind, goods } of kinds) counts.set(kind, (counts.get(kind) ?? 0) + goods);
  const most = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([kind]) => kind);
}

/** Size guides that are not archived, in the order of their ids. */
export const knownGuides = (db: Database): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: sizeGuides.id, name: sizeGuides.name })
    .from(sizeGuides)
    .where(isNull(sizeGuides.putAwayAt))
    .orderBy(asc(sizeGuides.id));

/** Ids of all products, by handle and by id. */
export async function goodsByHandle(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ id: products.id, handle: products.handle }).from(products);
  return new Map(rows.flatMap(({ id, handle }) => [[id, id] as const, ...(handle ? [[handle, id] as const] : [])]));
}
