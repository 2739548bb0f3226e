import {
  type RouterContextProvider,
  type ServerBuild,
  createRequestHandler,
  UNSAFE_withComponentProps as withProps,
  UNSAFE_withErrorBoundaryProps as withErrorProps,
  UNSAFE_withHydrateFallbackProps as withFallbackProps,
} from "react-router";
import * as entry from "~/entry.server";
import * as root from "~/root";
import addresses from "~/routes";
import { acceptsFormsBy, type AcceptsForms } from "~/server/http/allowed-methods";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];

const modules = import.meta.glob<RouteModule>("../{shop,privacy}/**/*.page.{ts,tsx}", { eager: true });

interface TestPages {
  pages(request: Request, context: RouterContextProvider): Promise<Response>;
  acceptsForms: AcceptsForms;
  routes: ServerBuild["routes"];
  /** Patterns of all page addresses, and whether each page accepts forms. */
  addresses: { path: string; hasAction: boolean }[];
}

/** The shop's real pages without a build: for tests of their responses, not of their behavior in a browser. */
export function testPages(): TestPages {
  const listed = addresses.map(({ id, path, index, file }) => ({
    id: id ?? file.replace(/\.tsx?$/, ""),
    parentId: "root",
    path,
    index,
    module: built(modules[`../${file}`] as RouteModule),
  }));
  const all = [{ id: "root", path: "", index: undefined, module: built(root as unknown as RouteModule) }, ...listed];
  const asset = { module: "/module.js", imports: [], css: [] };
  const build = {
    entry: { module: entry },
    routes: Object.fromEntries(all.map((route) => [route.id, route])),
    assets: {
      version: "test",
      url: "/manifest.js",
      entry: asset,
      routes: Object.fromEntries(
        all.map(({ module, ...route }) => [
          route.id,
          {
            ...route,
            ...asset,
            css: [],
            hasAction: "action" in module,
            hasLoader: "loader" in module,
          },
        ]),
      ),
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    ssr: true,
    isSpaMode: false,
    prerender: [],
    future: {},
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;

  return {
    pages: createRequestHandler(build),
    acceptsForms: acceptsFormsBy(build.routes),
    routes: build.routes,
    addresses: listed.map(({ path = "", module }) => ({ path: `/${path}`, hasAction: Boolean(module.action) })),
  };
}

/** Wraps a route's module like the build does: its components get their data as props. */
const built = ({ default: Page, ErrorBoundary, HydrateFallback, ...module }: RouteModule): RouteModule =>
  ({
    ...module,
    ...(Page && { default: withProps(Page as Parameters<typeof withProps>[0]) }),
    ...(HydrateFallback && {
      HydrateFallback: withFallbackProps(HydrateFallback as Parameters<typeof withFallbackProps>[0]),
    }),
    ...(ErrorBoundary && { ErrorBoundary: withErrorProps(ErrorBoundary as Parameters<typeof withErrorProps>[0]) }),
  }) as RouteModule;
