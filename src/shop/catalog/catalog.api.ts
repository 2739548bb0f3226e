import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Services } from "~/services";
import { publicPage } from "~/shop/caching";
import { limits } from "~/shop/limits";
import { centsOfDollars } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { jsonList } from "~/shop/json-text";
import { jsonResponse, jsonBody, refusals, roomApi, writtenJson } from "~/shop/shop.api";
import { allCategories, idsInCategory, productById } from "./catalog.server";
import { type Collection, collections } from "./collections";
import { cursorOf, type Place, placeOf } from "./listing/cursor";
import { ProductId } from "./product-id";
import { productPage } from "./listing/products-for-api.server";
import { isSearchable, normalizeQuery } from "./search/match-and-rank";
import { searchIds } from "./search/search-query.server";
import { sorts, type Sort } from "./listing/sort";
import { GIFT_CARD_ID } from "./product-kind";
import { categoryToWire, CategoryWire, ProductWire } from "./product.wire";
import { writtenProducts } from "./written-products.server";

const { rows, mostRows, listed } = limits.api;

const CategoryId = z
  .string()
  .regex(/^[A-Za-z0-9]{1,64}$/, "This is not the id of a category.")
  .openapi({ example: "1dabf69fb84faab9f5bcb445" });
const Search = z.string().trim().max(limits.search.maximumLetters);
const Limit = z
  .string()
  .regex(/^\d{1,3}$/, `Must be a whole number from 1 to ${mostRows}.`)
  .transform(Number)
  .pipe(z.int().min(1).max(mostRows))
  .optional()
  .openapi({ type: "integer", minimum: 1, maximum: mostRows, default: rows });

/** Schema of a list: a repeated parameter, or values separated by commas. */
const listOf = (item: z.ZodType<string, string>, example: string[]) =>
  z
    .preprocess(
      (query) =>
        query === undefined
          ? undefined
          : [query]
              .flat()
              .flatMap((text) => String(text).split(","))
              .map((text) => text.trim())
              .filter(Boolean),
      z.array(item).max(listed).optional(),
    )
    .openapi({ type: "array", items: { type: "string" }, maxItems: listed, example });

const Word = z.string().max(limits.text.name);

/** Filter of the product list (requirement R-7-01), with the page. */
const Filter = z.object({
  gender: z.enum(Object.keys(collections) as [Collection, ...Collection[]]).optional(),
  category: CategoryId.optional().openapi({ description: "A category's id; its sub-categories are included" }),
  search: Search.optional().openapi({ description: "Keeps names that contain it", example: "jacket" }),
  colors: listOf(Word, ["Black", "Olive"]),
  sizes: listOf(Word, ["M", "33/32"]),
  maxPrice: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, "Must be an amount of dollars.")
    .transform(Number)
    .optional()
    .openapi({ type: "number", minimum: 0, description: "In US dollars, by the price a listing shows", example: 200 }),
  ids: listOf(ProductId, ["89bfd678d7e19124ca884351"]),
  sort: z.enum(Object.keys(sorts) as [Sort, ...Sort[]]).default("recommended"),
  limit: Limit,
  cursor: z.string().max(200).optional().openapi({ description: "Where the page before ended, from its Link header" }),
});

const list = createRoute({
  method: "get",
  path: "/",
  tags: ["Catalog"],
  operationId: "listProducts",
  summary: "Products, filtered, ordered and in pages",
  request: { query: Filter },
  responses: {
    200: {
      ...jsonResponse(ProductWire.array(), "One page of products"),
      headers: {
        "X-Total-Count": { schema: { type: "integer" as const }, description: "How many products match on all pages" },
        "X-Total-Relation": {
          schema: { type: "string" as const, enum: ["eq", "gte"] },
          description: `eq: exactly so many; gte: at least so many, because no more than ${limits.listing.counted} are counted`,
        },
        Link: { schema: { type: "string" as const }, description: 'The next page: `<…>; rel="next"`' },
      },
    },
    ...refusals("input-invalid", "cursor-invalid"),
  },
});

const search = createRoute({
  method: "get",
  path: "/search",
  tags: ["Catalog"],
  operationId: "searchProducts",
  summary: "Products whose name contains the query, then those that have every word of it, or may be meant by it",
  request: {
    query: z.object({
      query: Search.refine(isSearchable, `Use at least ${limits.search.minimumLetters} letters.`)
        .transform(normalizeQuery)
        .openapi({ type: "string", example: "jacket" }),
      limit: Limit,
    }),
  },
  responses: { 200: jsonResponse(ProductWire.array(), "The products found"), ...refusals("input-invalid") },
});

const byCategory = createRoute({
  method: "post",
  path: "/by-category",
  tags: ["Catalog"],
  operationId: "productsByCategory",
  summary: "The products of a category and its sub-categories",
  request: { body: jsonBody(z.object({ categoryId: CategoryId })) },
  responses: {
    200: jsonResponse(ProductWire.array(), "The category's products"),
    ...refusals("input-invalid", "body-malformed", "body-not-json", "body-too-large", "category-unknown"),
  },
});

const one = createRoute({
  method: "get",
  path: "/{id}",
  tags: ["Catalog"],
  operationId: "product",
  summary: "One product",
  request: { params: z.object({ id: ProductId.meta({ example: "89bfd678d7e19124ca884351" }) }) },
  responses: { 200: jsonResponse(ProductWire, "The product"), ...refusals("input-invalid", "product-unknown") },
});

/** API calls about products. */
export const catalogApi = (services: Pick<Services, "db" | "offers">) => {
  const { db } = services;
  const written = async (ids: string[]) => jsonList(await writtenProducts(services, ids));

  return roomApi()
    .openapi(list, async (c) => {
      const { gender, category, maxPrice, limit, cursor, ...same } = c.req.valid("query");
      const page = await productPage(
        db,
        {
          ...same,
          collection: gender,
          categoryId: category,
          maxPrice: maxPrice === undefined ? undefined : centsOfDollars(maxPrice),
        },
        { most: limit ?? rows, after: cursor === undefined ? undefined : knownPlace(cursor, same.sort) },
      );
      const card = isLookUp(c.req.valid("query")) ? await productById(db, GIFT_CARD_ID) : undefined;
      if (page.next) c.header("Link", `<${nextAddress(c, cursorOf(page.next, same.sort))}>; rel="next"`);
      c.header("X-Total-Count", String(page.total.count + (card ? 1 : 0)));
      c.header("X-Total-Relation", page.total.isExact ? "eq" : "gte");
      return writtenJson(c, await written(card ? [...page.ids, card.id] : page.ids), publicPage);
    })
    .openapi(search, async (c) => {
      const { query, limit } = c.req.valid("query");
      return writtenJson(c, await written(await searchIds(db, query, limit ?? rows)), publicPage);
    })
    .openapi(byCategory, async (c) => {
      const { categoryId } = c.req.valid("json");
      return writtenJson(c, await written(await idsInCategory(db, categoryId, mostRows)));
    })
    .openapi(one, async (c) => {
      const [product] = await writtenProducts(services, [c.req.valid("param").id]);
      if (!product) throw new Refusal("product-unknown");
      return writtenJson(c, product, publicPage);
    });
};
export type CatalogApi = ReturnType<typeof catalogApi>;

/** Whether a query only looks up ids, the gift card's among them, which is in no list of goods. */
const isLookUp = ({
  ids,
  gender,
  category,
  search,
  colors,
  sizes,
  maxPrice,
  cursor,
}: z.output<typeof Filter>): boolean =>
  [gender, category, search, colors, sizes, maxPrice, cursor].every((each) => each === undefined) &&
  ids?.includes(GIFT_CARD_ID) === true;

/**
 * Reads a cursor.
 *
 * @throws {Refusal} `cursor-invalid` for a cursor of another sort order or an unreadable one.
 */
function knownPlace(cursor: string, sort: Sort): Place {
  const place = placeOf(cursor, sort);
  if (!place) throw new Refusal("cursor-invalid", { fields: { cursor: "This is not a cursor of this list." } });
  return place;
}

/** Address of the next page: the same query with another cursor. */
function nextAddress(c: Context, cursor: string): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set("cursor", cursor);
  return `${pathname}?${searchParams}`;
}

const categories = createRoute({
  method: "get",
  path: "/",
  tags: ["Catalog"],
  operationId: "listCategories",
  summary: "All categories in the merchant's order",
  request: {
    query: z.object({
      parent: z
        .union([z.literal("null"), CategoryId])
        .optional()
        .openapi({ description: "Keeps the categories under this one, or with `null` those at the top" }),
    }),
  },
  responses: { 200: jsonResponse(CategoryWire.array(), "The categories"), ...refusals("input-invalid") },
});

/** API call that lists categories. */
export const categoriesApi = ({ db }: Pick<Services, "db">) =>
  roomApi().openapi(categories, async (c) => {
    const { parent } = c.req.valid("query");
    const all = await allCategories(db);
    const wanted = parent === undefined ? all : all.filter((category) => (category.parent?.id ?? "null") === parent);
    return c.json(wanted.map(categoryToWire), 200, publicPage);
  });
