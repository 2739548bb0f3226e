import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { memoized, memoizedEach, readUnder, tableKey } from "~/platform/cache-keys.server";
import { type Database, UNNAMED, writtenOnce } from "~/platform/database.server";
import { memoizedPictures, pictureKey, picturesFor } from "~/platform/media.server";
import { cacheKeys } from "~/shop/cache-keys";
import type { Cents } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import { Refusal } from "~/shop/refusal";
import { toldOffers } from "~/shop/offers/told-offers.server";
import { cardOf, cardPictures, type CardSource } from "./cards/card";
import type { CardTerms } from "./cards/card-terms.server";
import { categories, products, variants } from "./catalog.tables";
import { GIFT_CARD_ID } from "./product-kind";
import { type Card, type Product, withPublicStock } from "./product";
import { PRODUCT_ID } from "./product-id-pattern";
import { isGiftCard } from "./product-kind";
import { cardSources, isPublished, parents, productOf, publishedByIds } from "./published-products.server";

/** A published product by its id; undefined for any other. */
export async function productById(db: Database, id: string): Promise<Product | undefined> {
  return (await productsById(db, [id]))[0];
}

/** Published products in the order of the given ids, each once; ids of other products are left out. */
export async function productsById(db: Database, ids: string[]): Promise<Product[]> {
  const wanted = knownIds(ids);
  if (wanted.length === 0) return [];

  const rows = await readUnder(wanted.map(cacheKeys.product), () => publishedByIds(db, wanted));
  const found = new Map(rows.map((row) => [row.id, productOf(row)]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** Ids that have a valid form, without repetition. */
const knownIds = (ids: string[]): string[] => [...new Set(ids)].filter((id) => PRODUCT_ID.test(id));

/** Data from which the addresses of a product are made. */
export interface AddressedProduct {
  name: string;
  variants: { size: string; color: string }[];
}

/** Data for the addresses of a published product; undefined for any other product. */
export async function addressedProduct(db: Database, id: string): Promise<AddressedProduct | undefined> {
  const [row] = await readUnder([cacheKeys.product(id)], () => addressedStatement(db).execute({ id }));
  return row;
}

const addressedStatement = writtenOnce((db) =>
  db
    .select({
      name: products.name,
      variants: sql<AddressedProduct["variants"]>`(
        select coalesce(json_agg(json_build_object('size', own.size, 'color', own.color) order by own.position), '[]')
        from variants own where own.product_id = ${products}.id and own.retired_at is null)`,
    })
    .from(products)
    .where(and(isPublished, eq(products.id, sql.placeholder("id"))))
    .prepare(UNNAMED),
);

/** Whether the gift card is on the shop. */
export const areGiftCardsSold = (db: Database): Promise<boolean> =>
  memoized(
    "gift cards are sold",
    [cacheKeys.product(GIFT_CARD_ID)],
    async () => (await addressedProduct(db, GIFT_CARD_ID)) !== undefined,
  );

/** Costs of variants in cents, by variant id, for orders. Never shown to shoppers. */
export async function costsOf(db: Database, variantIds: number[]): Promise<Map<number, Cents | null>> {
  if (variantIds.length === 0) return new Map();
  const rows = await db
    .select({ id: variants.id, cost: sql<Cents | null>`coalesce(${variants.cost}, ${products.cost})` })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.id, variantIds));
  return new Map(rows.map(({ id, cost }) => [id, cost]));
}

interface PicturedSource {
  product: CardSource;
  pictures: ReadonlyMap<string, Picture>;
}

/** Data for product cards by product id, with their pictures. */
async function picturedSources(db: Database, ids: string[]): Promise<Map<string, PicturedSource>> {
  const sources = await cardSources(db, ids);
  const paths = sources.flatMap(cardPictures);
  // Pictures of a single product are memoized; larger sets of pictures rarely repeat.
  const pictures = await (sources.length === 1 ? memoizedPictures(db, paths) : picturesFor(db, paths));
  return new Map(sources.map((product) => [product.id, { product, pictures: picturesIn(pictures, product) }]));
}

const picturesIn = (pictures: ReadonlyMap<string, Picture>, product: CardSource): Map<string, Picture> =>
  new Map(
    cardPictures(product).flatMap((path) => {
      const picture = pictures.get(path);
      return picture ? [[path, picture]] : [];
    }),
  );

/** Data for cards by product id, memoized for public responses; unpublished products are left out. */
export async function picturedById(db: Database, ids: string[]): Promise<ReadonlyMap<string, PicturedSource>> {
  const wanted = knownIds(ids);
  if (wanted.length === 0) return new Map();
  const keysOf = (id: string, found: PicturedSource | undefined) => [
    cacheKeys.product(id),
    ...(found ? cardPictures(found.product).map(pictureKey) : []),
  ];
  return memoizedEach("card", wanted, keysOf, (missing) => picturedSources(db, missing));
}

/** Cards in the order of the ids; unpublished products are left out. */
export async function cardsById(db: Database, ids: string[], { lowStock, offers }: CardTerms): Promise<Card[]> {
  const found = await picturedById(db, ids);
  return [...new Set(ids)].flatMap((id) => {
    const source = found.get(id);
    if (!source) return [];
    const [offer] = toldOffers(offers, offeredProduct(source.product));
    return { ...cardOf(withPublicStock(source.product, lowStock), source.pictures, lowStock), ...(offer && { offer }) };
  });
}

/** Fields that offers ask about a product. */
export const offeredProduct = ({
  id,
  category,
  finalSale,
  kind,
}: Pick<CardSource, "id" | "category" | "finalSale" | "kind">) => ({
  product: id,
  categories: [category.id, ...(category.parent ? [category.parent.id] : [])],
  finalSale,
  isGiftCard: isGiftCard({ kind }),
});

/** The newest products of a category and its sub-categories. */
export const newestIn = async (db: Database, categoryId: string, count: number, terms: CardTerms): Promise<Card[]> =>
  cardsById(db, await firstInCategory(db, categoryId, NEWEST, count), terms);

/** Ids of the newest products that are marked as best sellers. */
export const markedBestSellers = async (db: Database, most: number): Promise<string[]> =>
  readUnder([cacheKeys.search], async () => {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from ${products} where best_seller and published_status = 'published'
      order by created_at desc nulls last, id limit ${most}`);
    return rows.map(({ id }) => id);
  });

/**
 * Ids of the first `most` published products of a category and its sub-categories.
 *
 * @throws {Refusal} `category-unknown`.
 */
export async function idsInCategory(db: Database, categoryId: string, most: number): Promise<string[]> {
  const ids = await firstInCategory(db, categoryId, RECOMMENDED, most);
  if (ids.length === 0) {
    const [category] = await db.select({ id: categories.id }).from(categories).where(eq(categories.id, categoryId));
    if (!category) throw new Refusal("category-unknown", { fields: { categoryId: "There is no such category." } });
  }
  return ids;
}

/** Order of a category in which its products are recommended: the merchant's. */
export const RECOMMENDED = "position, id";
const NEWEST = "created_at desc nulls last, id";
type CategoryOrder = typeof RECOMMENDED | typeof NEWEST;

/** Ids of the first products of a category and its sub-categories, read from the index of each in the wanted order. */
export const firstInCategory = (
  db: Database,
  categoryId: string,
  order: CategoryOrder,
  most: number,
): Promise<string[]> =>
  memoized(`first ${most} of ${categoryId} by ${order}`, [cacheKeys.category(categoryId)], () =>
    readFirstInCategory(db, categoryId, sql.raw(order), most),
  );

async function readFirstInCategory(db: Database, categoryId: string, order: SQL, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select first.id
    from (select id as own_category from ${categories} where id = ${categoryId} or parent_id = ${categoryId}) as category
      cross join lateral (
        select id, position, created_at from ${products} own
        where own.category_id = own_category and own.published_status = 'published' order by ${order} limit ${most}
      ) as first
    order by ${order} limit ${most}`);
  return rows.map(({ id }) => id);
}

/** A category with its parent. */
export interface Category {
  id: string;
  name: string;
  parent: { id: string; name: string } | null;
}

/** All visible categories in the merchant's order. */
export const allCategories = async (db: Database): Promise<Category[]> => (await categoriesInUse(db)).shown;

/** `shown`: visible categories. `every`: also archived ones, whose products count in their parent. */
export const categoriesInUse = (db: Database): Promise<{ shown: Category[]; every: Category[] }> =>
  memoized("categories", [tableKey("categories")], () => readCategories(db));

async function readCategories(db: Database): Promise<{ shown: Category[]; every: Category[] }> {
  const rows = await db
    .select({
      id: categories.id,
      name: categories.name,
      parentId: parents.id,
      parentName: parents.name,
      putAwayAt: categories.putAwayAt,
    })
    .from(categories)
    .leftJoin(parents, eq(parents.id, categories.parentId))
    .orderBy(asc(categories.position), asc(categories.id));
  const every = rows.map(({ id, name, parentId, parentName }) => ({
    id,
    name,
    parent: parentId !== null && parentName !== null ? { id: parentId, name: parentName } : null,
  }));
  return { shown: every.filter((_, place) => rows[place]?.putAwayAt === null), every };
}

/** Visible top-level categories, in the merchant's order. */
export const topCategories = async (db: Database): Promise<Category[]> =>
  (await allCategories(db)).filter(({ parent }) => parent === null);
