import { createRequestHandler, type ServerBuild } from "react-router";
import { pageMatcher } from "./page-tree";

type Handler = ReturnType<typeof createRequestHandler>;

/**
 * Hands each request to a router that knows the routes of its page and no others: for every document it makes its routes anew and ranks
 * them all.
 */
export function pageRequests(build: ServerBuild): Handler {
  const matchesAt = pageMatcher(build.routes);
  const all = createRequestHandler(build);
  const handlers = new Map<string, Handler>();
  return (request, context) => {
    const matches = matchesAt(new URL(request.url).pathname);
    const leaf = matches.at(-1)?.route.id;
    if (leaf === undefined) return all(request, context);
    let handler = handlers.get(leaf);
    if (!handler) {
      handler = createRequestHandler(
        only(
          build,
          matches.flatMap(({ route }) => route.id ?? []),
        ),
      );
      handlers.set(leaf, handler);
    }
    return handler(request, context);
  };
}

/** A build of these routes alone. Browsers learn of all others by the list of the whole build, whose address it has. */
const only = (build: ServerBuild, ids: readonly string[]): ServerBuild => ({
  ...build,
  routes: pick(build.routes, ids),
  assets: { ...build.assets, routes: pick(build.assets.routes, ids) },
});

const pick = <T>(routes: Record<string, T>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
