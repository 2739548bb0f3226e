import type { ServerBuild } from "react-router";
import { createRequestHandler } from "react-router";
import { backOfficeBuild } from "~/back-office/back-office-build";
import { type BackOfficeApp, type BackOfficeOptions, backOfficeApp } from "~/server/back-office/back-office-app";
import type { Services } from "~/services";

const asset = { module: "/module.js", imports: [], css: [] };

/** The whole back office without a build, with sessions and real screens: for tests of its responses. */
export function testBackOffice(shop: Services, options: Partial<BackOfficeOptions> = {}): BackOfficeApp {
  const { routes } = backOfficeBuild({} as ServerBuild["assets"]);
  const assets = {
    version: "test",
    url: "/manifest.js",
    entry: asset,
    routes: Object.fromEntries(
      Object.values(routes).map((route) => {
        const { module, ...rest } = route ?? { module: {} };
        return [route?.id ?? "", { ...rest, ...asset, hasAction: "action" in module, hasLoader: "loader" in module }];
      }),
    ),
  } as unknown as ServerBuild["assets"];
  return backOfficeApp(shop, {
    publicUrl: shop.address,
    pages: createRequestHandler(backOfficeBuild(assets)),
    isOpen: true,
    ...options,
  });
}
