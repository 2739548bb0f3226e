import { createHash, randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isUnreachable, logFault } from "./platform/database.server";
import { faultOf, log } from "./platform/log.server";
import { outage } from "./server/errors/fault";
import { inLoadingOrder, preloadHeader } from "./server/rendering/loading-order";
import { sheetsOf } from "./server/rendering/page-sheets";
import { storedPartsContext } from "./server/rendering/stored-parts";
import { documentPolicy } from "./server/http/security-headers";
import { PartMarkupContext } from "./ui/part";

/** How long loaders may take before the document is given up, in milliseconds. */
export const streamTimeout = 10_000;

/** Renders the whole document, so that it can be kept and its inline scripts named in its policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(12).toString("base64url");
  const parts = loadContext.get(storedPartsContext)?.forDocument(nonce);
  const { html, failed } = await render(
    <PartMarkupContext value={parts ?? null}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PartMarkupContext>,
    nonce,
  );
  const whole = parts ? parts.complete(html) : html;
  const route = routerContext.staticHandlerContext.matches.at(-1)?.route;
  const { document, hashes } = withoutNonce(inLoadingOrder(whole, nonce, sheetsOf(route?.id)), nonce);
  const preloads = preloadHeader(document);

  headers.set("content-type", "text/html; charset=utf-8");
  if (preloads) headers.set("link", preloads);
  headers.set("content-security-policy", loadContext.get(documentPolicy)(hashes));
  if (failed) headers.set("cache-control", "no-store");
  return new Response(document, { status: failed && status === 200 ? 500 : status, headers });
}

/** A fault is logged once, without what the shopper typed. What a request asked for in vain is none of ours. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isUnreachable(error)) context.set(outage, true);
  if (request.signal.aborted) return;
  const path = new URL(request.url).pathname;
  if (isRouteErrorResponse(error) && error.status < 500) log.debug({ status: error.status, path }, "page");
  else logFault(error, { path }, "page");
};

function render(page: React.ReactNode, nonce: string): Promise<{ html: string; failed: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ html: string; failed: boolean }>();
  const chunks: Buffer[] = [];
  let failed = false;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      resolve({ html: Buffer.concat(chunks).toString("utf8"), failed });
      done();
    },
  });
  const timer = setTimeout(() => stream.abort(new Error("the page took too long")), streamTimeout + 1000);
  const stream = renderToPipeableStream(page, {
    nonce,
    // Everything is there before the first byte: nothing needs to be moved to its place by a script.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady() {
      clearTimeout(timer);
      stream.pipe(sink);
    },
    onShellError(error) {
      clearTimeout(timer);
      reject(error);
    },
    onError(error) {
      failed = true;
      log.error({ error: faultOf(error) }, "rendering");
    },
  });
  return promise;
}

/** Takes the nonce out again and hashes the scripts that had it: those the renderer wrote, not ones inside a text. */
function withoutNonce(html: string, nonce: string): { document: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const hashes: string[] = [];
  for (const [, attributes = "", code] of html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g))
    if (code && attributes.includes(attribute)) hashes.push(createHash("sha256").update(code).digest("base64"));
  return { document: html.replaceAll(attribute, ""), hashes };
}
