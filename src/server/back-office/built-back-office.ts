import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouterContextProvider, ServerBuild } from "react-router";
import { memoizedAsync } from "~/platform/memoized-async";
import type { StaticFiles } from "../http/static-files";
import { standalonePage } from "../errors/standalone-page";
import { backOfficeFiles, type BackOfficeOptions } from "./back-office-app";
import type { BackOfficePlace } from "./back-office-host";

type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Seconds after which the waiting page reloads itself. */
const RETRY_AFTER = 3;

/**
 * Files and screens of the back office's own build, which a first start makes while the shop is already open. Until the build's
 * folder exists, every screen is a page that says so. `create` makes the screens from the list of the build's files, at the first
 * request. `former`: folder with scripts of earlier releases.
 */
export function builtBackOffice(
  folder: URL,
  { publicUrl, host, former }: BackOfficePlace & { former?: string },
  create: (assets: ServerBuild["assets"]) => Promise<Pages>,
): Pick<BackOfficeOptions, "files" | "pages"> {
  let found: StaticFiles | undefined;
  // The folder appears by one rename, so that it is complete when it exists.
  function built(): StaticFiles | undefined {
    if (found || !existsSync(folder)) return found;
    found = backOfficeFiles(fileURLToPath(new URL("client", folder)), publicUrl, former);
    void found.keep();
    return found;
  }
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
      keep: async () => built()?.keep(),
    },
    pages: async (request, context) =>
      built() ? (await screens())(request, context) : notBuiltYet(request, host ? publicUrl : "/"),
  };
}

/** Response of the back office while its build is made. A posted form is not processed. */
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
