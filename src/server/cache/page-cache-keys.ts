import type { RouteObject, ServerBuild } from "react-router";
import type { Database } from "~/platform/database.server";
import { allBlogCategories } from "~/shop/blog/blog.server";
import { addressedProduct, productById, topCategories } from "~/shop/catalog/catalog.server";
import { plainFields } from "~/shop/catalog/choice/choice";
import { isCollection } from "~/shop/catalog/collections";
import { fieldsOf, viewFrom } from "~/shop/catalog/listing/listing-view";
import { listingValues, shownView } from "~/shop/catalog/listing/read-listing.server";
import { productIdIn, slug } from "~/shop/catalog/product";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { normalizeQuery } from "~/shop/catalog/search/match-and-rank";
import { allStates } from "~/shop/community/community.server";
import { BEST, bestOf } from "~/shop/home/best";
import type { Settings } from "~/shop/settings";
import type { PageCache } from "./page-cache";
import { pageMatcher } from "../rendering/page-tree";

/**
 * The one address under which an answer for everybody is rendered and stored, or the redirect there that needs no render; nothing
 * for what belongs to one shopper.
 */
export type PublicAddressOf = (pathname: string, search: string) => Promise<string | Response | undefined>;

/** What a page's module says of its address: the parameters it reads, also those read while it renders. */
interface PageModule {
  searchParameters?: readonly string[];
}

type Fields = [name: string, value: string][];
type Params = Record<string, string | undefined>;
interface Shop {
  db: Database;
  settings(): Settings;
}

/**
 * The pages that are the same for everybody are those that export the list of parameters they read. Others in the address are
 * left out, as are values that mean nothing: whatever is added to an address finds the page that is there already.
 */
export function pageCacheKeys(
  routes: ServerBuild["routes"],
  shop: Shop,
  memoize: PageCache["memoize"],
): PublicAddressOf {
  const matchesAt = pageMatcher(routes);
  return async (pathname, search) => {
    const isData = pathname.endsWith(".data");
    const matches = matchesAt(pathname);
    const leaf = matches.at(-1);
    const names = leaf && (routes[leaf.route.id ?? ""]?.module as PageModule | undefined)?.searchParameters;
    if (!leaf || !names) return undefined;

    const asked = readOf(search, isData ? [...names, ROUTES] : names);
    const pattern = leaf.route.path ?? "";
    const params = await knownParams(shop, memoize, pattern, leaf.params);
    if (params === undefined) return isData ? nothingHere() : redirectTo("/404");
    const path = pathOf(pattern, params, isData);
    if (params.productNameId !== leaf.params.productNameId && params !== UNKNOWN_PRODUCT && !isData)
      return redirectTo(path + search, 301);
    const fields = (await meaningful(shop, memoize, pattern, params, asked)) ?? firstOf(asked, names);
    const own = isData ? routesIn(asked, matches) : [];
    const query = new URLSearchParams([...fields.filter(([name]) => names.includes(name)), ...own]);
    return query.size > 0 ? `${path}?${query}` : path;
  };
}

const redirectTo = (location: string, status = 302): Response =>
  new Response(null, { status, headers: { location, "cache-control": "public, max-age=0, s-maxage=60" } });

/** The data of a page that there is not: the router in the browser shows the page that says so. */
const nothingHere = (): Response =>
  new Response("", { status: 404, headers: { "cache-control": "public, max-age=0, s-maxage=60" } });

/** One writing of a page's path, whatever the case and the slashes; every unknown path is the same page. */
function pathOf(pattern: string, params: Params, isData: boolean): string {
  const path =
    pattern === "*"
      ? "/nothing/here"
      : `/${pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))}`;
  return !isData ? path : path === "/" ? "/_.data" : `${path}.data`;
}

/** Ends in no id, so that no product is ever found there: all that the shop does not have are the same page. */
const UNKNOWN_PRODUCT: Params = { productNameId: "unknown-" };

/** The parameters of a path as the shop writes them; nothing for a collection that there is not. */
async function knownParams(
  { db }: Shop,
  memoize: PageCache["memoize"],
  pattern: string,
  params: Params,
): Promise<Params | undefined> {
  if (pattern === "shop/:gender") return isCollection(params.gender) ? params : undefined;
  if (pattern !== "product/:productNameId") return params;
  const id = productIdIn(params.productNameId ?? "");
  if (!PRODUCT_ID.test(id)) return UNKNOWN_PRODUCT;
  const product = await memoize(`address of ${id}`, () => addressedProduct(db, id));
  return product ? { productNameId: `${slug(product.name)}-${id}` } : UNKNOWN_PRODUCT;
}

/** What of an address is read: parameters of other names cost nothing further. */
function readOf(search: string, names: readonly string[]): URLSearchParams {
  const asked = new URLSearchParams(search);
  return new URLSearchParams([...asked].filter(([name]) => names.includes(name)));
}

/** Of each parameter the first value, as pages read it. */
const firstOf = (asked: URLSearchParams, names: readonly string[]): Fields =>
  names.flatMap((name) => {
    const value = asked.get(name);
    return value ? [[name, value] as [string, string]] : [];
  });

/** The parameter by which the router asks for the data of some routes of a page only. */
const ROUTES = "_routes";

/** The routes whose data is asked for, when they are this page's own. */
function routesIn(asked: URLSearchParams, matches: readonly { route: RouteObject }[]): Fields {
  const named = asked.get(ROUTES)?.split(",") ?? [];
  const own = matches.flatMap(({ route }) => (route.id !== undefined && named.includes(route.id) ? [route.id] : []));
  return own.length > 0 ? [[ROUTES, own.join(",")]] : [];
}

/** For pages whose parameters name something of the shop: what of them means something there. */
async function meaningful(
  { db }: Shop,
  memoize: PageCache["memoize"],
  pattern: string,
  params: Params,
  asked: URLSearchParams,
): Promise<Fields | undefined> {
  if (asked.size === 0) return [];
  const known = (name: string, values: readonly string[]): Fields => {
    const value = asked.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  };

  switch (pattern) {
    case "":
      return known(BEST, await memoize("best", async () => (await topCategories(db)).map(bestOf)));
    case "blogs":
      return known(
        "category",
        await memoize("blogs", async () => (await allBlogCategories(db)).map(({ name }) => name)),
      );
    case "community":
      return known("state", await memoize("states", async () => (await allStates(db)).map(({ code }) => code)));
    case "search":
      return [["query", normalizeQuery(asked.get("query"))]].filter(([, value]) => value !== "") as Fields;
    case "shop/:gender": {
      const collection = params.gender;
      if (!isCollection(collection)) return [];
      const values = await memoize(`listing ${collection}`, () => listingValues(db, collection));
      return fieldsOf(shownView(viewFrom(asked), values));
    }
    case "product/:productNameId": {
      const id = productIdIn(params.productNameId ?? "");
      if (!PRODUCT_ID.test(id)) return [];
      const product = await memoize(`address of ${id}`, () => addressedProduct(db, id));
      return product ? plainFields(product, asked) : [];
    }
    case "reviews":
    case "questions":
      return firstOf(asked, ["product"]).filter(([, id]) => PRODUCT_ID.test(id));
    case "back-in-stock": {
      const [size, color] = [asked.get("size"), asked.get("color")];
      const id = asked.get("product") ?? "";
      if (!PRODUCT_ID.test(id)) return [];
      const product = await memoize(`pairs of ${id}`, () => productById(db, id));
      const isSoldOut = product?.variants.some(
        (pair) => pair.size === size && pair.color === color && pair.stock === 0,
      );
      return product ? firstOf(asked, isSoldOut ? ["product", "size", "color"] : ["product"]) : [];
    }
    default:
      return undefined;
  }
}
