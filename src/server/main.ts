import { fileURLToPath } from "node:url";
import { createRequestHandler, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { Env } from "~/platform/env.server";
import { memoizedAsync } from "~/platform/memoized-async";
import type { Services } from "~/services";
import { shopApp } from "./app";
import { type BackOfficeApp, backOfficeApp, backOfficeFiles } from "./back-office/back-office-app";
import { acceptsFormsBy } from "./http/allowed-methods";
import { pageCacheKeys } from "./cache/page-cache-keys";
import { serve } from "./serve";
import { runShopCommand } from "./commands/shop-commands";
import { start } from "./start";
import { staticFiles } from "./http/static-files";

function serveBuild(env: Env): Promise<void> {
  return serve(env, (services, pageCache, isStopping) => {
    const files = staticFiles(fileURLToPath(new URL("../client", import.meta.url)), env.publicUrl);
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
    const backOffice = builtBackOffice(services, env, pages);
    return {
      listener: (request, response) => (backOffice.takes(request) ? backOffice : app).listener(request, response),
      async firstPage() {
        await app.fetch(new Request(env.publicUrl));
        // Read now, because a new build may replace the files on disk while this process runs.
        void files.loadAll();
      },
    };
  });
}

/** The built back office; its screens are loaded with the first request. */
function builtBackOffice(
  services: Services,
  { publicUrl, backOfficeHost: host, trustedProxies }: Env,
  shopPages: ReturnType<typeof createRequestHandler>,
): BackOfficeApp {
  const folder = new URL("../back-office/", import.meta.url);
  const pages = memoizedAsync(async () => {
    const [{ backOfficeBuild }, { default: assets }] = await Promise.all([
      import("~/back-office/back-office-build"),
      import(/* @vite-ignore */ new URL("server/index.js", folder).href) as Promise<{ default: ServerBuild["assets"] }>,
    ]);
    return createRequestHandler(backOfficeBuild(assets));
  });
  return backOfficeApp(services, {
    publicUrl,
    host,
    trustedProxies,
    files: backOfficeFiles(fileURLToPath(new URL("client", folder)), publicUrl),
    pages: async (request, context) => (await pages())(request, context),
    shopPages,
  });
}

const [command = "serve", ...words] = process.argv.slice(2);
await start((env) => (command === "serve" ? serveBuild(env) : runShopCommand(env, [command, ...words])));
