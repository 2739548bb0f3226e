import { type RouteObject, type ServerBuild, matchRoutes } from "react-router";

/** The pages of a build as the router matches them. */
export function pageTree(routes: ServerBuild["routes"], parent?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, caseSensitive } = route;
    const own = { id, ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) };
    return route.index ? { ...own, index: true as const } : { ...own, children: pageTree(routes, id) };
  });
}

/** The routes of the page at an address, or of the page whose data are asked for there. */
export const matchPage = (tree: RouteObject[], pathname: string) =>
  matchRoutes(tree, pathname.replace(/(?<=\/)_?\.data$|\.data$/, ""));
