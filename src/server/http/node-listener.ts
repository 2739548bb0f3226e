import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { faultOf, log } from "~/platform/log.server";
import { Refusal } from "~/shop/refusal";
import { problem } from "~/shop/shop.api";
import { faultResponse } from "../errors/error-pages";
import type { PageCache } from "../cache/page-cache";
import type { PublicAddressOf } from "../cache/page-cache-keys";
import { discardRest } from "./request-body";
import { type Client, type HandleRequest, logAccess } from "../request-handler";
import { hasOneHost, isParsableUrl, originForm } from "./request-url";
import { withSharedHeaders } from "./shared-headers";
import type { StaticFiles } from "./static-files";
import { type StoredResponse, sendStored } from "../cache/stored-response";

/** A listener for node:http. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

interface ListenerParts {
  publicUrl: string;
  sharedHeaders: Record<string, string>;
  files: StaticFiles | undefined;
  pageCache: PageCache;
  cacheKey: PublicAddressOf;
  handle: HandleRequest;
}

/** Sends cached responses without creating a Request; passes everything else on. */
export function nodeListener(parts: ListenerParts): NodeListener {
  const sendCached = cachedSender(parts);
  const forward = forwarder(parts);
  return (request, response) => {
    request.url = originForm(request.url ?? "");
    const sent = sendCached(request, response);
    if (sent === false) forward(request, response);
    else if (sent !== true) void sent.then((isSent) => (isSent ? undefined : forward(request, response)));
  };
}

/** Sends static files and cached pages; asynchronous only where query parameters need normalizing. */
function cachedSender({ files, pageCache, cacheKey }: ListenerParts) {
  return (request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> => {
    const { method, url = "" } = request;
    if ((method !== "GET" && method !== "HEAD") || !hasOneHost(request)) return false;
    const [path = "", query] = url.split(/\?(.*)/s, 2);
    const send = (stored: StoredResponse | undefined): boolean => {
      // A missing page may be redirected, and is counted, so that it goes to the page handler.
      const isSent = stored !== undefined && stored.status !== 404 && sendStored(stored, request, response);
      if (isSent && log.isLevelEnabled("debug")) logAccess(method, path, response.statusCode, 0);
      return isSent;
    };
    if (send(files?.loaded(path) ?? pageCache.get(url))) return true;
    if (query === undefined || !isParsableUrl(url)) return false;
    // Unknown parameters are dropped from the cache key.
    return cacheKey(path, `?${query}`).then(
      (key) => typeof key === "string" && send(pageCache.get(key)),
      () => false,
    );
  };
}

function forwarder({ publicUrl, sharedHeaders, handle }: ListenerParts): NodeListener {
  const listener = getRequestListener((request, client) => handle(request, client as Client), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    // HTTP/1.0 requests may lack a host.
    hostname: new URL(publicUrl).host,
    errorHandler(error) {
      // The host or the target is not valid in a URL.
      const isMalformed = error instanceof RequestError;
      if (!isMalformed) log.error({ error: faultOf(error) }, "request");
      const response = isMalformed ? problem(new Refusal("address-malformed")) : faultResponse("");
      return withSharedHeaders(response, { url: "", method: "GET", headers: new Headers() }, sharedHeaders);
    },
  });
  return (request, response) => {
    // Set on the raw response, so that the adapter's own error responses have them, too.
    for (const [name, value] of Object.entries(sharedHeaders)) response.setHeader(name, value);
    if ("content-length" in request.headers || "transfer-encoding" in request.headers)
      response.once("finish", () => discardRest(request));
    void listener(request, response);
  };
}
