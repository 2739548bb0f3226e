import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { Env } from "~/platform/env.server";
import { shopApp } from "./app";
import { backOfficeApp } from "./back-office/back-office-app";
import { builtBackOffice } from "./back-office/built-back-office";
import { acceptsFormsBy } from "./http/allowed-methods";
import { pageCacheKeys } from "./cache/page-cache-keys";
import { routePatterns } from "./metrics/route-patterns";
import { serve, type ServeOptions } from "./serve";
import { staticFiles } from "./http/static-files";

export { runShopCommand } from "./commands/shop-commands";

/** Serves the shop built in a folder. */
export function serveBuild(env: Env, folder: URL, options: ServeOptions): Promise<void> {
  return serve(
    env,
    (services, pageCache, isStopping) => {
      const former = (name: string) => join(env.dataDirectory, "former-scripts", name);
      const files = staticFiles(fileURLToPath(new URL("client", folder)), env.publicUrl, { former: former("shop") });
      const pages = createRequestHandler(build);
      const app = shopApp(services, {
        pages,
        files,
        pageCache,
        addresses: pageCacheKeys(build.routes, services, pageCache.memoize),
        isStopping,
        trustedProxies: env.trustedProxies,
        acceptsForms: acceptsFormsBy(build.routes),
      });
      const shopRoutes = routePatterns(app.patterns, build.routes);
      let officeRoutes: (path: string) => string = () => "/*";
      const place = { publicUrl: env.publicUrl, host: env.backOfficeHost, former: former("back-office") };
      const backOffice = backOfficeApp(services, {
        ...place,
        trustedProxies: env.trustedProxies,
        shopPages: pages,
        ...builtBackOffice(new URL("back-office/", folder), place, async (assets) => {
          const { backOfficeBuild } = await import("~/back-office/back-office-build");
          const screens = backOfficeBuild(assets);
          officeRoutes = routePatterns([], screens.routes);
          return createRequestHandler(screens);
        }),
      });
      return {
        listener: (request, response) => (backOffice.takes(request) ? backOffice : app).listener(request, response),
        routeOf(request) {
          const [path = ""] = (request.url ?? "").split("?", 1);
          if (!backOffice.takes(request)) return shopRoutes(path);
          return `/back-office${officeRoutes(path.replace(/^\/back-office/, "") || "/")}`;
        },
        flush: app.flush,
        async firstPage() {
          await files.keep();
          await app.fetch(new Request(env.publicUrl));
          // Loads all files now, because a new build may replace them on disk while this process runs.
          void files.loadAll();
        },
      };
    },
    options,
  );
}
