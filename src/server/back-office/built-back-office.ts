import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouterContextProvider, ServerBuild } from "react-router";
import { memoizedAsync } from "~/platform/memoized-async";
import type { StaticFiles } from "../http/static-files";
import { standalonePage } from "../errors/standalone-page";
import { backOfficeFiles, type BackOfficeOptions } from "./back-office-app";
import type { BackOfficePlace } from "./back-office-host";

type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Interval at which a browser asks again, in seconds. */
const RETRY_AFTER = 3;

/**
 * Files and screens of the back office's own build, which a first start makes while the shop is open. Until its folder exists, screens
 * answer with a page that says so. `create` makes the screens from the list of the build's files, at the first request.
 */
export function builtBackOffice(
  folder: URL,
  { publicUrl, host }: BackOfficePlace,
  create: (assets: ServerBuild["assets"]) => Promise<Pages>,
): Pick<BackOfficeOptions, "files" | "pages"> {
  let found: StaticFiles | undefined;
  // The folder is moved in place complete.
  const built = () =>
    (found ??= existsSync(folder) ? backOfficeFiles(fileURLToPath(new URL("client", folder)), publicUrl) : undefined);
  const screens = memoizedAsync(async () => {
    const list = (await import(/* @vite-ignore */ new URL("server/index.js", folder).href)) as {
      default: ServerBuild["assets"];
    };
    return create(list.default);
  });
  return {
    files: {
      loaded: (path) => found?.loaded(path),
      load: async (path) => built()?.load(path),
      loadAll: async () => built()?.loadAll(),
    },
    pages: async (request, context) =>
      built() ? (await screens())(request, context) : notBuiltYet(request, host ? publicUrl : "/"),
  };
}

/** Response of the back office while it is built. No form was processed. */
function notBuiltYet(request: Request, shop: string): Response {
  const isForm = request.method === "POST";
  return standalonePage({
    look: "workshop",
    status: 503,
    title: "The workshop is being prepared",
    text: isForm
      ? "Nothing was saved. Go back in a minute and send it again."
      : "This page opens it by itself as soon as it is ready, usually within a minute. If that fails, the shop's start prints why.",
    link: { to: shop, label: "To the shop, which is open" },
    retryAfter: RETRY_AFTER,
    refreshes: !isForm,
  });
}
