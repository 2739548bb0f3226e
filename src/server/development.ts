import { createRequestHandler, type ServerBuild } from "react-router";
import type { Services } from "~/services";
import { backOfficeBuild } from "~/back-office/back-office-build";
import { type App, shopApp } from "./app";
import { type BackOfficeApp, backOfficeApp } from "./back-office/back-office-app";
import { acceptsFormsBy } from "./http/allowed-methods";
import { openPageCache } from "./cache/page-cache";
import { pageCacheKeys } from "./cache/page-cache-keys";

/** The shop in development: Vite loads it, and nothing is cached. */
export const developmentApp = (services: Services, build: () => Promise<ServerBuild>): App =>
  shopApp(services, {
    pages: createRequestHandler(build, "development"),
    acceptsForms: async (path) => acceptsFormsBy((await build()).routes)(path),
    pageCache: openPageCache({ bytes: 0 }),
    addresses: async (pathname, search) =>
      pageCacheKeys((await build()).routes, services, (_, read) => read())(pathname, search),
    development: true,
  });

/** The back office in development: screens from the shop's Vite server, browser files from a second one. */
export const developmentBackOffice = (
  services: Services,
  host: string | undefined,
  assets: () => Promise<ServerBuild["assets"]>,
  shop: () => Promise<ServerBuild>,
): BackOfficeApp =>
  backOfficeApp(services, {
    publicUrl: services.address,
    host,
    development: true,
    shopPages: createRequestHandler(shop, "development"),
    pages: createRequestHandler(async () => backOfficeBuild(await assets()), "development"),
  });
