import {
  createRequestHandler,
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from "react-router";
import * as entry from "~/entry.server";
import * as root from "~/root";
import config from "~/routes";

interface Module {
  default?: Parameters<typeof withComponentProps>[0];
  ErrorBoundary?: Parameters<typeof withErrorBoundaryProps>[0];
}

const modules = import.meta.glob<Module>("../shop/**/*.page.{ts,tsx}", { eager: true });

/** As the build hands a route's components what they are given. */
const built = (module: Module = {}) => ({
  ...module,
  ...(module.default && { default: withComponentProps(module.default) }),
  ...(module.ErrorBoundary && { ErrorBoundary: withErrorBoundaryProps(module.ErrorBoundary) }),
});

/** The shop's real pages without a build, for tests: their scripts are missing, all else is what the server sends. */
export function realPages() {
  const pages = config.map(({ id, file, path, index }) => {
    const name = id ?? file.replace(/\.[jt]sx?$/, "");
    const module = built(modules[`../${file}`]);
    return [name, { id: name, parentId: "root", path, index, module }] as const;
  });
  const routes = {
    root: { id: "root", path: "", module: built(root as object) },
    ...Object.fromEntries(pages),
  } as unknown as ServerBuild["routes"];
  const manifest = Object.entries(routes).map(([id, route]) => {
    const { path, index, parentId, module = {} } = route ?? {};
    const has = {
      hasAction: "action" in module,
      hasLoader: "loader" in module,
      hasErrorBoundary: "ErrorBoundary" in module,
    };
    const client = { hasClientAction: "clientAction" in module, hasClientLoader: "clientLoader" in module };
    return [id, { id, path, index, parentId, ...has, ...client, module: `/${id}.js`, imports: [], css: [] }];
  });
  const build = {
    entry: { module: entry },
    routes,
    assets: {
      entry: { module: "/entry.js", imports: [] },
      routes: Object.fromEntries(manifest),
      url: "/m.js",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as ServerBuild;
  return { routes, pages: createRequestHandler(build, "production") };
}
