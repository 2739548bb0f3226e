import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouterContextProvider, ServerBuild } from "react-router";
import { memoizedAsync } from "~/platform/memoized-async";
import type { StaticFiles } from "../http/static-files";
import { backOfficeFiles, type BackOfficeOptions } from "./back-office-app";

type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Interval at which a browser asks again, in seconds. */
const RETRY_AFTER = 3;

/**
 * Files and screens of the back office's own build, which a first start makes while the shop is open. Until its folder exists, screens
 * answer with a page that says so. `create` makes the screens from the list of the build's files, at the first request.
 */
export function builtBackOffice(
  folder: URL,
  publicUrl: string,
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
    pages: async (request, context) => (built() ? (await screens())(request, context) : notBuiltYet(request)),
  };
}

const STYLE = `
  html { color-scheme: light; background: #f5f1ea; color: #1f1b16; font: 1.1rem/1.5 Barlow, system-ui, sans-serif; }
  body { display: grid; min-height: 100vh; margin: 0; place-items: center; }
  main { max-width: 30rem; padding: 1.5rem; }
  h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.2; }
  a { color: inherit; }
`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Response of the back office while it is built. No form was processed. */
function notBuiltYet(request: Request): Response {
  const isForm = request.method === "POST";
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    ${isForm ? "" : `<meta http-equiv="refresh" content="${RETRY_AFTER}" />`}
    <title>The workshop is being prepared</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>The workshop is being prepared</h1>
      <p>${
        isForm
          ? "Nothing was saved. Go back in a minute and send it again."
          : "This page opens it by itself as soon as it is ready, usually within a minute. If that fails, the shop's start prints why."
      }</p>
      <p><a href="/">To the shop, which is open</a></p>
    </main>
  </body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      "retry-after": String(RETRY_AFTER),
    },
  });
}
