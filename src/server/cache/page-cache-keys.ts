import type { RouteObject, ServerBuild } from "react-router";
import type { Database } from "~/platform/database.server";
import type { AddressFields, PublicAddress } from "~/shop/public-address.server";
import type { PageCache } from "./page-cache";
import { pageMatcher } from "../rendering/page-matcher";

/** Normalized address under which a response is cached, or a redirect that needs no render; undefined for a private response. */
export type PublicAddressOf = (pathname: string, search: string) => Promise<string | Response | undefined>;

/** A page module's exports about its address: the parameters that it reads, and their meaning. */
interface PageModule {
  searchParameters?: readonly string[];
  loader?: { publicAddress?: PublicAddress };
}

/**
 * Cache keys of public pages: a page is public if its module exports the list of its parameters. Unknown parameters and
 * meaningless values are dropped, so that they share the entry of the plain address.
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

/** Data response for a missing page: the browser's router then shows the 404 page. */
const nothingHere = (): Response =>
  new Response("", { status: 404, headers: { "cache-control": "public, max-age=0, s-maxage=60" } });

/** Normalized path of a page, regardless of case and slashes; all unknown paths share one. */
function pathOf(pattern: string, params: Record<string, string | undefined>, isData: boolean): string {
  const path =
    pattern === "*"
      ? "/nothing/here"
      : `/${pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))}`;
  return !isData ? path : path === "/" ? "/_.data" : `${path}.data`;
}

/** Parameters that the page reads; others are skipped cheaply. */
function readOf(search: string, names: readonly string[]): URLSearchParams {
  const asked = new URLSearchParams(search);
  return new URLSearchParams([...asked].filter(([name]) => names.includes(name)));
}

/** Parameter with which the router asks for some routes' data only. */
const ROUTES = "_routes";

/** The parameter reduced to route ids that belong to this page; no parameter if there are none. */
function routesIn(asked: URLSearchParams, matches: readonly { route: RouteObject }[]): AddressFields {
  const named = asked.get(ROUTES)?.split(",") ?? [];
  const own = matches.flatMap(({ route }) => (route.id !== undefined && named.includes(route.id) ? [route.id] : []));
  return own.length > 0 ? [[ROUTES, own.join(",")]] : [];
}
