import { LRUCache } from "lru-cache";
import { type RouteMatch, type RouteObject, type ServerBuild, matchRoutes } from "react-router";

/** Returns the routes of the page or data request at an address; an empty list for an unknown address. */
type PageMatcher = (pathname: string) => readonly RouteMatch[];

/** Maximum number of cached addresses, and maximum length of a cached address. */
const MOST = 500;
const LONGEST = 512;

/** Matches addresses as the router does, with a cache: the router ranks all routes for each match. */
export function pageMatcher(routes: ServerBuild["routes"]): PageMatcher {
  const tree = pageTree(routes);
  const known = new LRUCache<string, readonly RouteMatch[]>({ max: MOST });
  return (pathname) => {
    const found = known.get(pathname);
    if (found) return found;
    const matches = matchRoutes(tree, pathname.replace(/(?<=\/)_?\.data$|\.data$/, "")) ?? [];
    if (pathname.length <= LONGEST) known.set(pathname, matches);
    return matches;
  };
}

/** Routes of a build, as the router matches them. */
function pageTree(routes: ServerBuild["routes"], parent?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, caseSensitive } = route;
    const own = { id, ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) };
    return route.index ? { ...own, index: true as const } : { ...own, children: pageTree(routes, id) };
  });
}
