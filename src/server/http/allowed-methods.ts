import type { ServerBuild } from "react-router";
import { pageMatcher } from "../rendering/page-matcher";

/** Whether a page accepts forms. */
export type AcceptsForms = (path: string) => boolean | Promise<boolean>;

interface Route {
  method: string;
  path: string;
}

/** Returns the allowed methods of an address (HEAD with GET); an empty list for an unknown address. */
export type AllowedMethodsOf = (path: string) => Promise<string[]>;

const READ = ["GET", "HEAD"];

/**
 * Allowed methods of each address, from the router's table. Fixed addresses precede those with parameters. Other addresses are
 * pages or files, except under `prefixes`.
 */
export function allowedMethods(routes: Route[], acceptsForms: AcceptsForms, prefixes: string[]): AllowedMethodsOf {
  const known = routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({ path, pattern: patternOf(path), methods: method === "GET" ? READ : [method] }));

  return async (path) => {
    // The path is decoded as the router decodes it.
    const plain = decodeURI(path);
    const here = known.filter(({ pattern }) => pattern.test(plain));
    const fixed = here.filter((route) => route.path === plain);
    if (here.length > 0) return [...new Set((fixed.length > 0 ? fixed : here).flatMap(({ methods }) => methods))];
    if (prefixes.some((prefix) => plain.startsWith(prefix))) return [];
    return (await acceptsForms(path)) ? [...READ, "POST"] : READ;
  };
}

/** Regular expression that matches the addresses of a route. */
export function patternOf(path: string): RegExp {
  const pattern = path
    .replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replace(/:[^/]+/g, "[^/]+")
    .replace(/\*/g, ".*");
  return new RegExp(`^${pattern}$`);
}

/** Pages of a build that accept forms: those with an action. */
export function acceptsFormsBy(routes: ServerBuild["routes"]): (path: string) => boolean {
  const matchesAt = pageMatcher(routes);
  return (path) => Boolean(routes[matchesAt(path).at(-1)?.route.id ?? ""]?.module.action);
}
