import { createHash, randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isPassing, logFault } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import { documentPolicy, type InlineHashes, outage } from "./document-context";
import { inLoadingOrder, preloadHeader, type Sheets } from "./loading-order";

const INLINE = [
  ["script", "scripts"],
  ["style", "styles"],
] as const;

/** Maximum time in milliseconds to wait for promises of loaders. */
export const streamTimeout = 10_000;

/**
 * Creates the handler that renders complete documents, which can be cached and whose inline code can be hashed for the policy.
 * `sheetsOf` returns the style sheets of a route; without it documents keep the style sheets that they link to.
 */
export const documentHandler = (sheetsOf?: (route: string | undefined) => Sheets) =>
  async function handleRequest(
    request: Request,
    status: number,
    headers: Headers,
    routerContext: EntryContext,
    loadContext: RouterContextProvider,
  ): Promise<Response> {
    const nonce = randomBytes(12).toString("base64url");
    const html = await rendered(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, nonce);
    const sheets = sheetsOf?.(routerContext.staticHandlerContext.matches.at(-1)?.route.id);
    const { document, hashes } = withoutNonce(inLoadingOrder(html, nonce, sheets), nonce);
    const preloads = preloadHeader(document);

    headers.set("content-type", "text/html; charset=utf-8");
    if (preloads) headers.set("link", preloads);
    headers.set("content-security-policy", loadContext.get(documentPolicy)(hashes));
    return new Response(document, { status, headers });
  };

/** Renders a page as complete HTML, after lazy components and the router's data are loaded. */
function rendered(page: ReactNode, nonce: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => stream.abort(new Error("the page took too long")), streamTimeout + 1000);
  void promise.finally(() => clearTimeout(timer)).catch(() => undefined);
  const stream = renderToPipeableStream(page, {
    nonce,
    // The whole document is rendered before it is sent, so that React needs no scripts that move content.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady: () => text(stream.pipe(new PassThrough())).then(resolve, reject),
    onError: reject,
  });
  return promise;
}

/** Logs an error without values that the shopper typed. Aborted requests are not logged, refused ones only at level debug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isPassing(error)) context.set(outage, true);
  if (request.signal.aborted) return;
  const path = new URL(request.url).pathname;
  if (isRouteErrorResponse(error) && error.status < 500) log.debug({ status: error.status, path }, "page");
  else logFault(error, { path }, "page");
};

/** Removes the nonce from a document, and hashes the scripts and styles that had it; scripts in user content have none. */
function withoutNonce(html: string, nonce: string): { document: string; hashes: InlineHashes } {
  const [first = "", ...others] = html.split(` nonce="${nonce}"`);
  const hashes: InlineHashes = { scripts: [], styles: [] };
  let before = first;
  for (const after of others) {
    const begin = after.indexOf(">") + 1;
    for (const [tag, kind] of INLINE) {
      if (!before.startsWith(`<${tag}`, before.lastIndexOf("<"))) continue;
      const text = after.slice(begin, after.indexOf(`</${tag}>`, begin));
      if (text) hashes[kind].push(createHash("sha256").update(text).digest("base64"));
    }
    before = after;
  }
  return { document: [first, ...others].join(""), hashes };
}
