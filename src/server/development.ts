import { createRequestHandler, type ServerBuild } from "react-router";
import type { Services } from "~/services";
import { type App, shopApp } from "./app";
import { formTargets } from "./methods";
import { openPageCache } from "./page-cache";
import { pageAddresses } from "./page-addresses";

/** The shop while it is written: loaded through Vite, nothing kept ready. */
export const developmentApp = (services: Services, build: () => Promise<ServerBuild>): App =>
  shopApp(services, {
    pages: createRequestHandler(build, "development"),
    takesForms: async (path) => formTargets((await build()).routes)(path),
    kept: openPageCache({ bytes: 0 }),
    addresses: async (pathname, search) =>
      pageAddresses((await build()).routes, services, (_, read) => read())(pathname, search),
    development: true,
  });
