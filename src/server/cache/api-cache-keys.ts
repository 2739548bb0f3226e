import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { normalizeQuery } from "~/shop/catalog/search/match-and-rank";
import { limits } from "~/shop/limits";

/**
 * The cache key of a GET call: its documented parameters in documented order, so that unknown ones add no entry.
 */
export function apiCacheKeys({ openAPIRegistry }: OpenAPIHono): (pathname: string, search: string) => string {
  const calls = openAPIRegistry.definitions.flatMap((entry) => {
    if (entry.type !== "route" || entry.route.method !== "get") return [];
    const { path, request } = entry.route;
    const pattern = new RegExp(`^/api${path.replace(/\{[^}]+\}/g, "[^/]+").replace(/\/$/, "")}/?$`);
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

/** The parameters in which case and needless spaces mean nothing. */
const SEARCHES: Record<string, string> = {
  "/api/products": "search",
  "/api/products/search": "query",
  "/api/pages/search": "query",
};

/** A parameter's value in normal form, so equal searches share an entry; a too long one stays, for the call to refuse. */
const written = (pathname: string, name: string, value: string): string =>
  SEARCHES[pathname] === name && value.length <= limits.search.maximumLetters ? normalizeQuery(value) : value;
