import { createRequestHandler, type ServerBuild } from "react-router";
import type { Services } from "~/services";
import { type App, shopApp } from "./app";
import { acceptsFormsBy } from "./allowed-methods";
import { openPageCache } from "./page-cache";
import { pageCacheKeys } from "./page-cache-keys";

/** The shop while it is written: loaded through Vite, nothing kept ready. */
export const developmentApp = (services: Services, build: () => Promise<ServerBuild>): App =>
  shopApp(services, {
    pages: createRequestHandler(build, "development"),
    acceptsForms: async (path) => acceptsFormsBy((await build()).routes)(path),
    pageCache: openPageCache({ bytes: 0 }),
    addresses: async (pathname, search) =>
      pageCacheKeys((await build()).routes, services, (_, read) => read())(pathname, search),
    development: true,
  });
