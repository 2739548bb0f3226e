import {
  data,
  type LoaderFunctionArgs,
  type ServerBuild,
  UNSAFE_withComponentProps as withProps,
  UNSAFE_withErrorBoundaryProps as withErrorProps,
} from "react-router";
import { isUnreachable, logFault } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
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

/**
 * A route's module as the browser's build makes it: its components get their data as properties. What a room declines, and a
 * database that is away, become answers with their status.
 */
const built = ({ default: Page, ErrorBoundary, loader, action, ...module }: RouteModule): RouteModule =>
  ({
    ...module,
    ...(loader && { loader: withStatus(loader as Handler) }),
    ...(action && { action: withStatus(action as Handler) }),
    ...(Page && { default: withProps(Page as Parameters<typeof withProps>[0]) }),
    ...(ErrorBoundary && { ErrorBoundary: withErrorProps(ErrorBoundary as Parameters<typeof withErrorProps>[0]) }),
  }) as RouteModule;

type Handler = (args: LoaderFunctionArgs) => unknown;

const withStatus =
  (handle: Handler): Handler =>
  async (args) => {
    try {
      return await handle(args);
    } catch (error) {
      if (error instanceof Refusal) throw data({ message: error.message }, { status: error.status });
      if (!isUnreachable(error)) throw error;
      logFault(error, { path: new URL(args.request.url).pathname }, "a screen");
      throw data(null, { status: 503 });
    }
  };
