import {
  type ServerBuild,
  UNSAFE_withComponentProps as withProps,
  UNSAFE_withErrorBoundaryProps as withErrorProps,
} from "react-router";
import * as entry from "./entry.server";
import * as root from "./root";
import routes from "./routes";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];

interface Listed {
  id?: string;
  path?: string;
  index?: boolean;
  file: string;
  children?: readonly Listed[];
}

const modules = import.meta.glob<RouteModule>("./**/*.page.{ts,tsx}", { eager: true });

/**
 * The screens as React Router's server takes them, from the shop's own program: one copy of every module, so that a refusal
 * thrown in a room is a refusal here. `assets` lists the files of the browser's build.
 */
export function backOfficeBuild(assets: ServerBuild["assets"]): ServerBuild {
  return {
    entry: { module: entry },
    routes: { root: { id: "root", path: "", module: built(root as RouteModule) }, ...listed(routes, "root") },
    assets,
    assetsBuildDirectory: "",
    basename: "/back-office",
    publicPath: "/back-office/",
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/back-office/__manifest" },
    future: {},
    allowedActionOrigins: [],
  };
}

function listed(entries: readonly Listed[], parentId: string): ServerBuild["routes"] {
  const routes: ServerBuild["routes"] = {};
  for (const { id: named, path, index, file, children = [] } of entries) {
    // As the build names it, whose list has to fit.
    const id = named ?? file.replace(/\.tsx?$/, "");
    const module = modules[`./${file}`];
    if (!module) throw new Error(`routes.ts names ${file}, which is no page`);
    routes[id] = {
      id,
      parentId,
      module: built(module),
      ...(path !== undefined && { path }),
      ...(index !== undefined && { index }),
    };
    Object.assign(routes, listed(children, id));
  }
  return routes;
}

/** A route's module as the browser's build makes it: its components get their data as properties. */
const built = ({ default: Page, ErrorBoundary, ...module }: RouteModule): RouteModule =>
  ({
    ...module,
    ...(Page && { default: withProps(Page as Parameters<typeof withProps>[0]) }),
    ...(ErrorBoundary && { ErrorBoundary: withErrorProps(ErrorBoundary as Parameters<typeof withErrorProps>[0]) }),
  }) as RouteModule;
