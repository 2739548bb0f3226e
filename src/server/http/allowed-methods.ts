import type { ServerBuild } from "react-router";
import { pageMatcher } from "../rendering/page-matcher";

/** Whether a page takes posted forms. */
export type AcceptsForms = (path: string) => boolean | Promise<boolean>;

interface Route {
  method: string;
  path: string;
}

/** The methods an address takes, HEAD where GET is; none where nothing is. */
export type AllowedMethodsOf = (path: string) => Promise<string[]>;

const READ = ["GET", "HEAD"];

/**
 * Reads from the router's own table which methods each address takes. A fixed address counts before one with a parameter. What
 * stands in no table is a page or a file, except under the prefixes given.
 */
export function allowedMethods(routes: Route[], acceptsForms: AcceptsForms, prefixes: string[]): AllowedMethodsOf {
  const known = routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({ path, pattern: patternOf(path), methods: method === "GET" ? READ : [method] }));

  return async (path) => {
    // As the router reads it.
    const plain = decodeURI(path);
    const here = known.filter(({ pattern }) => pattern.test(plain));
    const fixed = here.filter((route) => route.path === plain);
    if (here.length > 0) return [...new Set((fixed.length > 0 ? fixed : here).flatMap(({ methods }) => methods))];
    if (prefixes.some((prefix) => plain.startsWith(prefix))) return [];
    return (await acceptsForms(path)) ? [...READ, "POST"] : READ;
  };
}

function patternOf(path: string): RegExp {
  const pattern = path
    .replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replace(/:[^/]+/g, "[^/]+")
    .replace(/\*/g, ".*");
  return new RegExp(`^${pattern}$`);
}

/** The pages of a build that take posted forms are those with an action. */
export function acceptsFormsBy(routes: ServerBuild["routes"]): (path: string) => boolean {
  const matchesAt = pageMatcher(routes);
  return (path) => Boolean(routes[matchesAt(path).at(-1)?.route.id ?? ""]?.module.action);
}
