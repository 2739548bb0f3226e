import { and, asc, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { picturesFor } from "~/platform/media.server";
import { cacheKeys } from "~/shop/cache-keys";
import { limits } from "~/shop/limits";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { cardOf, cardPictures } from "./card";
import { categories, products, variants } from "./catalog.tables";
import type { Collection } from "./collections";
import { type Card, type Product, ProductId, withPublicStock } from "./product";
import {
  IN_COLLECTION,
  inCategory,
  inOrder,
  isPublished,
  nameContains,
  parents,
  productOf,
  published,
  type Row,
} from "./published.server";

/** A product of the shop; drafts are not in it. */
export async function productById(db: Database, id: string): Promise<Product | undefined> {
  return (await productsById(db, [id]))[0];
}

/** Products of the shop in the order of their ids; what is not in it is left out. */
export async function productsById(db: Database, ids: string[]): Promise<Product[]> {
  const wanted = [...new Set(ids)].filter((id) => ProductId.safeParse(id).success);
  if (wanted.length === 0) return [];

  const rows = await readUnder(wanted.map(cacheKeys.product), () => published(db, inArray(products.id, wanted)));
  const found = new Map(rows.map((row) => [row.id, productOf(row)]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** The name of a product of the shop; nothing for what is not in it. */
export async function productName(db: Database, id: string): Promise<string | undefined> {
  const [row] = await readUnder([cacheKeys.product(id)], () =>
    db
      .select({ name: products.name })
      .from(products)
      .where(and(isPublished, eq(products.id, id))),
  );
  return row?.name;
}

/** What pairs cost the merchant, in cents, by their id, for the order that sells them. Shown to no shopper. */
export async function costsOf(db: Database, variantIds: number[]): Promise<Map<number, Cents | null>> {
  if (variantIds.length === 0) return new Map();
  const rows = await db
    .select({ id: variants.id, cost: sql<Cents | null>`coalesce(${variants.cost}, ${products.cost})` })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.id, variantIds));
  return new Map(rows.map(({ id, cost }) => [id, cost]));
}

type LowMark = Pick<Settings, "lowStock">;

/** Products as cards, with their pictures. */
export async function cardsOf(db: Database, ofProducts: Product[], { lowStock }: LowMark): Promise<Card[]> {
  const pictures = await picturesFor(db, ofProducts.flatMap(cardPictures));
  return ofProducts.map((product) => cardOf(withPublicStock(product, lowStock), pictures, lowStock));
}

const cards = async (db: Database, rows: Promise<Row[]>, settings: LowMark): Promise<Card[]> =>
  cardsOf(db, (await rows).map(productOf), settings);

/** A collection in the merchant's order; `search` filters by names that contain it. */
export function cardsIn(
  db: Database,
  collection: Collection,
  settings: LowMark,
  { search }: { search?: string } = {},
): Promise<Card[]> {
  const rows = published(db, and(IN_COLLECTION[collection], search ? nameContains(search) : undefined));
  const ordered = readUnder([cacheKeys.listing(collection)], () => rows.orderBy(...inOrder));
  return cards(db, ordered, settings);
}

/** Cards in the order of the ids; what is not in the shop is left out. */
export const cardsById = async (db: Database, ids: string[], settings: LowMark): Promise<Card[]> =>
  cardsOf(db, await productsById(db, ids), settings);

/** Others of the product's category; of the category above when there are none. */
export async function alsoBought(db: Database, product: Product, settings: LowMark): Promise<Card[]> {
  const { id, category } = product;
  const othersIn = (categoryId: string) =>
    readUnder([cacheKeys.category(categoryId)], () =>
      published(db, and(inCategory(categoryId), ne(products.id, id)))
        .orderBy(...inOrder)
        .limit(limits.carousel.products),
    );

  const same = await othersIn(category.id);
  const others = same.length > 0 || !category.parent ? same : await othersIn(category.parent.id);
  return cardsOf(db, others.map(productOf), settings);
}

/** The newest products of a category, its sub-categories included. */
export function newestIn(db: Database, categoryId: string, count: number, settings: LowMark): Promise<Card[]> {
  const newest = readUnder([cacheKeys.category(categoryId)], () =>
    published(db, inCategory(categoryId)).orderBy(desc(products.createdAt), asc(products.id)).limit(count),
  );
  return cards(db, newest, settings);
}

/**
 * The products of a category, its sub-categories included.
 *
 * @throws {Refusal} `category-unknown`.
 */
export async function productsInCategory(db: Database, categoryId: string, most: number): Promise<Product[]> {
  const rows = await published(db, inCategory(categoryId))
    .orderBy(...inOrder)
    .limit(most);
  if (rows.length === 0) {
    const [category] = await db.select({ id: categories.id }).from(categories).where(eq(categories.id, categoryId));
    if (!category) throw new Refusal("category-unknown", { fields: { categoryId: "There is no such category." } });
  }
  return rows.map(productOf);
}

/** A category with the one above it. */
export interface Category {
  id: string;
  name: string;
  parent: { id: string; name: string } | null;
}

/** All categories in the merchant's order. */
export async function allCategories(db: Database): Promise<Category[]> {
  const rows = await db
    .select({ id: categories.id, name: categories.name, parentId: parents.id, parentName: parents.name })
    .from(categories)
    .leftJoin(parents, eq(parents.id, categories.parentId))
    .orderBy(asc(categories.position), asc(categories.id));
  return rows.map(({ id, name, parentId, parentName }) => ({
    id,
    name,
    parent: parentId !== null && parentName !== null ? { id: parentId, name: parentName } : null,
  }));
}

/** The categories at the top, in the merchant's order. */
export const topCategories = async (db: Database): Promise<Category[]> =>
  (await allCategories(db)).filter(({ parent }) => parent === null);

/** How many products each collection holds. A menu may show the count of a minute ago: no key is dropped for it. */
export async function countsByCollection(db: Database): Promise<Record<Collection, number>> {
  const counts = Object.fromEntries(
    Object.entries(IN_COLLECTION).map(([key, condition]) => [
      key,
      sql<number>`(count(*) filter (where ${condition}))::int`,
    ]),
  ) as Record<Collection, SQL<number>>;
  const [row] = await readUnder([], () =>
    db
      .select(counts)
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .leftJoin(parents, eq(parents.id, categories.parentId))
      .where(isPublished),
  );
  if (!row) throw new Error("Counting gave no row.");
  return row;
}
