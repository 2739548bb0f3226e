import type { Services } from "~/services";
import { type AcceptsForms, allowedMethods } from "./http/allowed-methods";
import { api } from "./api";
import { apiCacheKeys } from "./cache/api-cache-keys";
import { type NodeListener, nodeListener } from "./http/node-listener";
import { oldAddresses } from "./http/old-addresses";
import { type PageCache, openPageCache } from "./cache/page-cache";
import type { PublicAddressOf } from "./cache/page-cache-keys";
import { type BodyRule, bodyRules } from "./http/request-body";
import { isCrossOrigin } from "./http/cross-origin";
import { noteView } from "./http/note-view";
import { requestHandler } from "./request-handler";
import { securityHeaders } from "./http/security-headers";
import { type RouteOptions, shopRoutes } from "./shop-routes";
import type { StaticFiles } from "./http/static-files";

export interface AppOptions extends RouteOptions {
  files?: StaticFiles;
  pageCache?: PageCache;
  /** Cache key of each public page. Unset: all pages are public, each URL under its own key. */
  addresses?: PublicAddressOf;
  /** Number of proxies in front of the shop whose forwarding headers are trusted. */
  trustedProxies?: number;
  /** Tells which pages accept forms; unset: pages decide themselves. */
  acceptsForms?: AcceptsForms;
  /** Body limits of addresses that differ from the default. */
  bodies?: BodyRule[];
}

export interface App {
  fetch(request: Request): Promise<Response>;
  /** Address patterns of this router for metrics: of files and API calls, not of pages. */
  patterns: string[];
  /** Writes the counts that are held in memory; called when the process ends. */
  flush(): Promise<void>;
  /** Listener for node:http. Cached responses bypass the frameworks. */
  listener: NodeListener;
}

/** The shop as one HTTP application: files, pictures, API and pages. */
export function shopApp(services: Services, options: AppOptions): App {
  const { files, pageCache = openPageCache(), trustedProxies = 0, bodies = bodyRules } = options;
  const { acceptsForms = () => true, addresses = urlAsKey } = options;
  const publicUrl = services.address;
  const sharedHeaders = securityHeaders(publicUrl);
  const rooms = api(services);
  const routes = shopRoutes(services, rooms, options);
  const cacheKey = cacheKeysOf(apiCacheKeys(rooms), addresses);

  const former = oldAddresses(services, pageCache.memoize);
  const common = { publicUrl, sharedHeaders, files, pageCache, cacheKey };
  const handle = requestHandler({
    ...common,
    trustedProxies,
    bodies,
    allowedMethodsOf: allowedMethods(routes.routes, acceptsForms, ["/api/"]),
    // Calls accept only JSON, which browsers send cross-origin only after a preflight.
    isForeign: (request, pathname) => !pathname.startsWith("/api/") && isCrossOrigin(request, publicUrl),
    leadOn: former.leadOn,
    route: async (request, turn) => routes.fetch(request, turn),
  });
  const patterns = routes.routes.map(({ path }) => path);
  const forward = nodeListener({ ...common, handle });
  const listener: NodeListener = (request, response) => {
    noteView(services.db, request, trustedProxies);
    forward(request, response);
  };
  return { fetch: (request) => handle(request), patterns, listener, flush: former.flush };
}

const urlAsKey: PublicAddressOf = async (pathname, search) => pathname + search;

/** Cache key of every public response; undefined for files, health checks and private responses. */
function cacheKeysOf(callKey: ReturnType<typeof apiCacheKeys>, pageKey: PublicAddressOf): PublicAddressOf {
  return async (pathname, search) => {
    if (/^\/((pictures|assets|api\/media)(\/|$)|(healthz|readyz)$)/.test(pathname)) return undefined;
    return pathname.startsWith("/api/") ? callKey(pathname, search) : pageKey(pathname, search);
  };
}
