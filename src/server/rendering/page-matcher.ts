import { LRUCache } from "lru-cache";
import { type RouteMatch, type RouteObject, type ServerBuild, matchRoutes } from "react-router";

/** The routes of the page at an address, or of the page whose data are asked for there; none for an address of no page. */
type PageMatcher = (pathname: string) => readonly RouteMatch[];

/** How many addresses are remembered, and the longest of them. */
const MOST = 500;
const LONGEST = 512;

/** Matches addresses as the router does, which ranks all routes anew for each: each address is matched once. */
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

/** The pages of a build as the router matches them. */
function pageTree(routes: ServerBuild["routes"], parent?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, caseSensitive } = route;
    const own = { id, ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) };
    return route.index ? { ...own, index: true as const } : { ...own, children: pageTree(routes, id) };
  });
}
