import { createHash, randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isUnreachable, logFault } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import { outage } from "~/server/errors/fault";
import { inLoadingOrder, preloadHeader } from "~/server/rendering/loading-order";
import type { Sheets } from "~/server/rendering/page-sheets";
import { dataElements, documentData } from "~/platform/page-data.server";
import { escapedInScript } from "~/ui/json-ld";
import { documentPolicy } from "~/server/http/security-headers";

/**
 * Makes what answers with a whole document, so that it can be stored and its inline scripts named in its policy. All data are there before:
 * nothing on a page may wait for more. `render` writes a page with its doctype; the style sheets
 * that it names itself stay where `sheetsOf` is not given.
 */
export const documentHandler = (
  render: (page: ReactNode, nonce: string) => string | Promise<string>,
  sheetsOf?: (route: string | undefined) => Sheets,
) =>
  async function handleRequest(
    request: Request,
    status: number,
    headers: Headers,
    routerContext: EntryContext,
    loadContext: RouterContextProvider,
  ): Promise<Response> {
    const nonce = randomBytes(12).toString("base64url");
    const { serverHandoffStream, ...context } = routerContext;
    const state = serverHandoffStream ? await text(serverHandoffStream) : "";
    const html = await render(<ServerRouter context={context} url={request.url} nonce={nonce} />, nonce);
    const texts = loadContext.get(documentData) ?? [];
    const sheets = sheetsOf?.(routerContext.staticHandlerContext.matches.at(-1)?.route.id);
    const ordered = inLoadingOrder(withData(html, texts, state, nonce), nonce, sheets);
    const { document, hashes } = withoutNonce(ordered, nonce);
    const preloads = preloadHeader(document);

    headers.set("content-type", "text/html; charset=utf-8");
    if (preloads) headers.set("link", preloads);
    headers.set("content-security-policy", loadContext.get(documentPolicy)(hashes));
    return new Response(document, { status, headers });
  };

/** The document with the router's state, and the data that it does not read, at its end. */
function withData(html: string, texts: readonly string[], state: string, nonce: string): string {
  const end = html.lastIndexOf("</body>");
  if (!html.includes("__reactRouterContext")) return html;
  const router = "window.__reactRouterContext.streamController";
  const script = `${router}.enqueue(${escapedInScript(JSON.stringify(state))});${router}.close();`;
  return `${html.slice(0, end)}${dataElements(texts)}<script nonce="${nonce}">${script}</script>${html.slice(end)}`;
}

/** A fault is logged once, without what the shopper typed. What a request asked for in vain is none of ours. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isUnreachable(error)) context.set(outage, true);
  if (request.signal.aborted) return;
  const path = new URL(request.url).pathname;
  if (isRouteErrorResponse(error) && error.status < 500) log.debug({ status: error.status, path }, "page");
  else logFault(error, { path }, "page");
};

/** Takes the nonce out again and hashes the scripts that had it: those the renderer wrote, not ones inside a text. */
function withoutNonce(html: string, nonce: string): { document: string; hashes: string[] } {
  const [first = "", ...others] = html.split(` nonce="${nonce}"`);
  const hashes: string[] = [];
  let before = first;
  for (const after of others) {
    const begin = after.indexOf(">") + 1;
    const isScript = before.startsWith("<script", before.lastIndexOf("<"));
    const code = isScript ? after.slice(begin, after.indexOf("</script>", begin)) : "";
    if (code) hashes.push(createHash("sha256").update(code).digest("base64"));
    before = after;
  }
  return { document: [first, ...others].join(""), hashes };
}
