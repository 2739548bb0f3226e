import {
  data,
  type LoaderFunctionArgs,
  redirect,
  type ServerBuild,
  UNSAFE_withComponentProps as withProps,
  UNSAFE_withErrorBoundaryProps as withErrorProps,
} from "react-router";
import { isUnreachable, logFault } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import * as entry from "./entry.server";
import * as root from "./root";
import routes from "./routes";
import { confirmAddress } from "./visit.server";

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
 * Returns the back office as a server build of React Router, made from the modules of the running shop: with a second copy of the
 * modules, `instanceof Refusal` would fail. `assets` lists the files of the browser's build.
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
    // The id has to equal the route's id in the manifest of the browser build.
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
 * Wraps a route's module as React Router's build would: components get their data as props. Refusals and database failures become
 * responses with a status; a missing second factor redirects to the page that asks for the factor.
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
    // Clones the request before the screen reads its body: without a factor, the sent form is kept until the factor is given.
    const sent = args.request.method === "POST" ? (args.request.clone() as Request) : args.request;
    try {
      return await handle(args);
    } catch (error) {
      if (error instanceof Refusal && error.code === "factor-missing")
        throw redirect(await confirmAddress(sent, args.context));
      if (error instanceof Refusal) throw data({ message: error.message }, { status: error.status });
      if (!isUnreachable(error)) throw error;
      logFault(error, { path: new URL(args.request.url).pathname }, "a screen");
      throw data(null, { status: 503 });
    }
  };
