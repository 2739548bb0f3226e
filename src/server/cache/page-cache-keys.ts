import type { RouteObject, ServerBuild } from "react-router";
import type { Database } from "~/platform/database.server";
import type { AddressFields, PublicAddress } from "~/shop/public-address.server";
import type { PageCache } from "./page-cache";
import { pageMatcher } from "../rendering/page-matcher";

/**
 * The one address under which an answer for everybody is rendered and stored, or the redirect there that needs no render; nothing
 * for what belongs to one shopper.
 */
export type PublicAddressOf = (pathname: string, search: string) => Promise<string | Response | undefined>;

/** Exports of a page's module about its address: the parameters it reads, also those read while it renders, and their meaning. */
interface PageModule {
  searchParameters?: readonly string[];
  loader?: { publicAddress?: PublicAddress };
}

/**
 * The pages that are the same for everybody are those that export the list of parameters they read. Others in the address are
 * left out, as are values that mean nothing: whatever is added to an address finds the page that is there already.
 */
export function pageCacheKeys(
  routes: ServerBuild["routes"],
  { db }: { db: Database },
  memoize: PageCache["memoize"],
): PublicAddressOf {
  const matchesAt = pageMatcher(routes);
  return async (pathname, search) => {
    const isData = pathname.endsWith(".data");
    const matches = matchesAt(pathname);
    const leaf = matches.at(-1);
    const { searchParameters: names, loader } = ((leaf && routes[leaf.route.id ?? ""]?.module) ?? {}) as PageModule;
    if (!leaf || !names) return undefined;

    const asked = readOf(search, names);
    const meant = loader?.publicAddress
      ? await loader.publicAddress({ db, memoize, params: leaf.params, asked })
      : { fields: [] };
    if (!meant) return isData ? nothingHere() : redirectTo("/404");
    const path = pathOf(leaf.route.path ?? "", { ...leaf.params, ...meant.params }, isData);
    if (meant.moved && !isData) return redirectTo(path + search, 301);
    const own = isData ? routesIn(readOf(search, [ROUTES]), matches) : [];
    const query = new URLSearchParams([...meant.fields.filter(([name]) => names.includes(name)), ...own]);
    return query.size > 0 ? `${path}?${query}` : path;
  };
}

const redirectTo = (location: string, status = 302): Response =>
  new Response(null, { status, headers: { location, "cache-control": "public, max-age=0, s-maxage=60" } });

/** The data of a page that there is not: the router in the browser shows the page that says so. */
const nothingHere = (): Response =>
  new Response("", { status: 404, headers: { "cache-control": "public, max-age=0, s-maxage=60" } });

/** One writing of a page's path, whatever the case and the slashes; every unknown path is the same page. */
function pathOf(pattern: string, params: Record<string, string | undefined>, isData: boolean): string {
  const path =
    pattern === "*"
      ? "/nothing/here"
      : `/${pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))}`;
  return !isData ? path : path === "/" ? "/_.data" : `${path}.data`;
}

/** Parameters of an address that the page reads: others cost nothing further. */
function readOf(search: string, names: readonly string[]): URLSearchParams {
  const asked = new URLSearchParams(search);
  return new URLSearchParams([...asked].filter(([name]) => names.includes(name)));
}

/** The parameter by which the router asks for the data of some routes of a page only. */
const ROUTES = "_routes";

/** The routes whose data is asked for, when they are this page's own. */
function routesIn(asked: URLSearchParams, matches: readonly { route: RouteObject }[]): AddressFields {
  const named = asked.get(ROUTES)?.split(",") ?? [];
  const own = matches.flatMap(({ route }) => (route.id !== undefined && named.includes(route.id) ? [route.id] : []));
  return own.length > 0 ? [[ROUTES, own.join(",")]] : [];
}
