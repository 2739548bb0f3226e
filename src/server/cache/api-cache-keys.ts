import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { byName } from "~/platform/by-name";
import { normalizeQuery } from "~/shop/catalog/search/match-and-rank";
import { limits } from "~/shop/limits";

/** Cache key of a GET call: documented parameters in documented order; others are dropped. */
export function apiCacheKeys({ openAPIRegistry }: OpenAPIHono): (pathname: string, search: string) => string {
  const calls = openAPIRegistry.definitions.flatMap((entry) => {
    if (entry.type !== "route" || entry.route.method !== "get") return [];
    const { path, request } = entry.route;
    const pattern = new RegExp(`^/api${path.replace(/\{[^{}]+\}/g, "[^/]+").replace(/\/$/, "")}/?$`);
    const names = request?.query instanceof z.ZodObject ? Object.keys(request.query.shape) : [];
    return [{ pattern, names, isFixed: !path.includes("{") }];
  });
  const fixedFirst = calls.toSorted((a, b) => Number(b.isFixed) - Number(a.isFixed));

  return (pathname, search) => {
    if (search === "") return pathname;
    const asked = new URLSearchParams(search);
    const names = fixedFirst.find(({ pattern }) => pattern.test(pathname))?.names ?? [];
    const query = new URLSearchParams(
      names.flatMap((name) =>
        asked.getAll(name).map((value): [string, string] => [name, written(pathname, name, value)]),
      ),
    );
    return query.size > 0 ? `${pathname}?${query}` : pathname;
  };
}

/** Search parameters by path; letter case and repeated spaces do not matter in their values. */
const SEARCHES = byName<string>({
  "/api/products": "search",
  "/api/products/search": "query",
  "/api/pages/search": "query",
});

/**
 * Normalizes a parameter's value, so that equal searches share an entry. Too long values stay as they are: the call refuses them.
 */
const written = (pathname: string, name: string, value: string): string =>
  SEARCHES[pathname] === name && value.length <= limits.search.maximumLetters ? normalizeQuery(value) : value;
