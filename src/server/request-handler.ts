import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { log } from "~/platform/log.server";
import { addressPrefix } from "~/platform/network-address.server";
import { withRequestId } from "~/platform/request-id.server";
import { Refusal } from "~/shop/refusal";
import type { AllowedMethodsOf } from "./http/allowed-methods";
import { clientAddress, forwardedAddresses, missingAddressNotice } from "./http/client-address";
import { compressResponse } from "./http/compress-response";
import { errorResponse } from "./errors/error-response";
import { refusalResponse } from "./errors/error-pages";
import type { PageCache } from "./cache/page-cache";
import type { PublicAddressOf } from "./cache/page-cache-keys";
import type { RenderPriority } from "./rendering/render-queue";
import { type BodyRule, bodyRuleAt, everywhere, withBoundedBody } from "./http/request-body";
import { anonymousRequest, withClientAddress } from "./http/request-copies";
import { parseRequestUrl } from "./http/request-url";
import { withSharedHeaders } from "./http/shared-headers";
import type { RenderTurn } from "./shop-routes";
import type { StaticFiles } from "./http/static-files";
import { encodeAndSend, respondStored } from "./cache/stored-response";

/**
 * Handles a request that the cache did not answer; errors become responses. A stored response is written directly to Node's
 * response object, and the result is then `RESPONSE_ALREADY_SENT`.
 */
export type HandleRequest = (request: Request, client?: Client) => Promise<Response>;

/** Node's request and response objects. */
export interface Client {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

interface HandlerParts {
  publicUrl: string;
  trustedProxies: number;
  sharedHeaders: Record<string, string>;
  bodies: BodyRule[];
  files: StaticFiles | undefined;
  pageCache: PageCache;
  cacheKey: PublicAddressOf;
  allowedMethodsOf: AllowedMethodsOf;
  /** Whether a POST came from another site; checked before its body is read. */
  isForeign(request: Request, pathname: string): boolean;
  /**
   * Whether the sender of a POST may send a body above the usual limit, where its address allows one; asked before the body is
   * read. Unset: everybody may.
   */
  maySendMore?(request: Request, rule: BodyRule): Promise<boolean>;
  /** Returns the redirect of an old address; undefined for an address without one. Unset: there are no redirects. */
  leadOn?(request: Request, pathname: string): Promise<Response | undefined>;
  /** Routes a request that passed all checks. */
  route(request: Request, turn: RenderTurn): Promise<Response>;
}

/** Handles requests: checks them, routes them, and adds the common headers. */
export function requestHandler(parts: HandlerParts): HandleRequest {
  const { sharedHeaders } = parts;
  const forward = forwarder(parts);
  const read = readHandler(parts, forward);
  const post = postHandler(parts, forward);

  /** Checks a request in this order: valid URL, known address, allowed method. */
  async function dispatch(request: Request, client?: Client): Promise<Response> {
    const { pathname, search } = parseRequestUrl(request, client?.incoming);
    const methods = await parts.allowedMethodsOf(pathname);
    if (methods.length === 0) throw new Refusal("address-unknown");
    const allow = methods.join(", ");
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
    if (!methods.includes(request.method)) return refusalResponse(pathname, new Refusal("method-unknown"), { allow });
    const isRead = request.method === "GET" || request.method === "HEAD";
    return isRead ? read(request, pathname, search, client) : post(request, pathname, client?.incoming);
  }

  async function answer(id: string, request: Request, client?: Client): Promise<Response> {
    const start = performance.now();
    const { pathname } = new URL(request.url);
    const inner = await dispatch(request, client).catch((error: unknown) =>
      errorResponse(error, pathname, request.signal),
    );
    if (inner === RESPONSE_ALREADY_SENT) {
      logAccess(request.method, pathname, client?.outgoing.statusCode ?? 0, performance.now() - start);
      return inner;
    }
    const response = withSharedHeaders(inner, request, sharedHeaders);
    response.headers.set("x-request-id", id);
    if (response.status === 429)
      log.info({ path: pathname, seconds: Number(response.headers.get("retry-after")) }, "too many requests");
    logAccess(request.method, pathname, response.status, performance.now() - start);
    return response;
  }

  return (request, client) => {
    const id = randomUUID();
    return withRequestId(id, () => answer(id, request, client));
  };
}

/** Handles GET and HEAD: answers with a file, with a cached page, or with a page rendered for this client. */
function readHandler(parts: HandlerParts, forward: Forward) {
  const { publicUrl, files, pageCache, cacheKey } = parts;
  return async (request: Request, pathname: string, search: string, client?: Client): Promise<Response> => {
    const file = await files?.load(pathname);
    if (file) return respondStored(file, request);
    const key = await cacheKey(pathname, search);
    if (key === undefined) return forward(request, "own", client?.incoming);
    if (key instanceof Response) return (leadsToMissing(key) && (await parts.leadOn?.(request, pathname))) || key;
    const anonymous = anonymousRequest(publicUrl, key);
    const network = networkOf(request.headers.get("x-forwarded-for"), client?.incoming, parts.trustedProxies);
    const render = async () =>
      withSharedHeaders(await parts.route(anonymous, { priority: "reading", network }), anonymous, parts.sharedHeaders);
    const cached = await pageCache.getOrRender(key, render);
    const moved = cached.status === 404 ? await parts.leadOn?.(request, pathname) : undefined;
    if (moved) return moved;
    if (cached instanceof Response) return compressResponse(cached, request);
    if (!client) return respondStored(cached, request);
    await encodeAndSend(cached, client.incoming, client.outgoing);
    return RESPONSE_ALREADY_SENT;
  };
}

const leadsToMissing = ({ headers }: Response): boolean => headers.get("location") === "/404";

/** Handles POST: accepts it only from the shop's own origin, with a body within its limit. */
function postHandler(parts: HandlerParts, forward: Forward) {
  return async (request: Request, pathname: string, incoming?: IncomingMessage): Promise<Response> => {
    if (parts.isForeign(request, pathname)) throw new Refusal("origin-foreign");
    const rule = bodyRuleAt(pathname, parts.bodies);
    const isUsual = rule.streamed || rule.most <= everywhere.most || !parts.maySendMore;
    const allowed = isUsual || (await parts.maySendMore?.(request, rule)) ? rule : everywhere;
    return forward(await withBoundedBody(request, allowed, incoming), "sending", incoming);
  };
}

type Forward = (original: Request, priority: RenderPriority, incoming?: IncomingMessage) => Promise<Response>;

/** Adds the client's address to a request, routes it, and compresses the response. */
function forwarder({ trustedProxies, sharedHeaders, route }: HandlerParts): Forward {
  const noticeMissing = missingAddressNotice(trustedProxies);
  return async (original, priority, incoming) => {
    const { request, address } = withClientAddress(original, incoming?.socket.remoteAddress, trustedProxies);
    noticeMissing(address);
    const named = forwardedAddresses(original.headers);
    const ends = incoming && { connected: incoming.socket.remoteAddress ?? "", client: address, named };
    const response = await route(request, { priority, network: addressPrefix(address) ?? "", ends });
    return compressResponse(withSharedHeaders(response, request, sharedHeaders), request);
  };
}

/** Network of a request, for the limits of the render queue. */
const networkOf = (forwarded: string | null, incoming: IncomingMessage | undefined, trustedProxies: number): string =>
  addressPrefix(clientAddress(forwarded, incoming?.socket.remoteAddress, trustedProxies)) ?? "";

export function logAccess(method: string, path: string, status: number, milliseconds: number): void {
  log.debug({ method, path, status, milliseconds: Math.round(milliseconds) }, "request");
}
