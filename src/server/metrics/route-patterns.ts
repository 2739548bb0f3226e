import { LRUCache } from "lru-cache";
import type { ServerBuild } from "react-router";
import { patternOf } from "../http/allowed-methods";
import { pageMatcher } from "../rendering/page-matcher";

/** Maximum number of cached addresses, and maximum length of a cached address. */
const MOST = 2000;
const LONGEST = 512;

/** Finds the pattern of an address among those of the router and of the pages, so that metrics have few labels. */
export function routePatterns(patterns: readonly string[], pages: ServerBuild["routes"]): (path: string) => string {
  const known = [...new Set(patterns)]
    .filter((pattern) => !/^\/?\*$/.test(pattern))
    .toSorted((one, other) => wildness(one) - wildness(other) || other.length - one.length)
    .map((pattern) => ({ pattern, matches: patternOf(pattern) }));
  const pagesAt = pageMatcher(pages);

  function find(path: string): string {
    const found = known.find(({ matches }) => matches.test(path));
    if (found) return found.pattern;
    const parts = pagesAt(path).flatMap(({ route }) => (route.path ? [route.path.replace(/^\/|\/$/g, "")] : []));
    return parts.length > 0 || path === "/" ? `/${parts.join("/")}` : "/*";
  }

  const remembered = new LRUCache<string, string>({ max: MOST });
  return (path) => {
    const before = remembered.get(path);
    if (before !== undefined) return before;
    const pattern = find(path);
    if (path.length <= LONGEST) remembered.set(path, pattern);
    return pattern;
  };
}

/** Rank of a pattern: fixed addresses are matched first, then those with parameters, then those with a wildcard. */
const wildness = (pattern: string): number =>
  (pattern.match(/:/g)?.length ?? 0) + 100 * (pattern.match(/\*/g)?.length ?? 0);
