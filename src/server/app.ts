import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { isReachable } from "~/platform/database.server";
import { fileAnswer, fresh } from "~/platform/file-answer.server";
import { faultOf, log } from "~/platform/log.server";
import { PICTURE_FORMATS, PICTURE_WIDTHS } from "~/platform/pictures.server";
import { type Services, services as servicesContext } from "~/services";
import { Refusal } from "~/shop/refusal";
import { problem } from "~/shop/shop.api";
import { CLIENT_ADDRESS } from "~/shop/submission.server";
import { hasOneHost, isReadable, originForm, readableAddress } from "./address";
import { sealed } from "./answer-headers";
import { api } from "./api";
import { apiAddresses } from "./api-addresses";
import { tooBusy } from "./busy";
import { clientAddress, missingAddressNotice } from "./client-address";
import { faultAnswer, pageAnswer } from "./fault";
import { type PageCache, openPageCache } from "./page-cache";
import { methodsBy, type TakesForms } from "./methods";
import type { SharedAddress } from "./page-addresses";
import { type StoredResponse, storeResponse, respondStored, sendStored } from "./stored-response";
import { faultAt, refusedAt } from "./refused";
import { type Lane, type RenderGate, renderGate, TooBusy } from "./render-gate";
import { type BodyRule, bodyRuleAt, bodyRules, discardRest, withBoundedBody } from "./request-body";
import { contentPolicy, documentPolicy, securityHeaders } from "./security";
import type { StaticFiles } from "./static-files";

interface AppOptions {
  /** React Router's pages. */
  pages(request: Request, context: RouterContextProvider): Promise<Response>;
  files?: StaticFiles;
  kept?: PageCache;
  /** Which pages are for everybody, and under which address each is made. Without it all are, under any. */
  addresses?: SharedAddress;
  gate?: RenderGate;
  /** Whether the shop is told to stop: others should be asked from now on. */
  isStopping?(): boolean;
  development?: boolean;
  /** How many proxies of ours stand before the shop, and may be believed about who asks. */
  trustedProxies?: number;
  /** Which pages take forms; without it the pages say so themselves. */
  takesForms?: TakesForms;
  /** The addresses whose bodies have a bound of their own. */
  bodies?: BodyRule[];
}

export interface App {
  fetch(request: Request): Promise<Response>;
  /** For node:http. What is ready is sent before any framework wakes up. */
  listener(request: IncomingMessage, response: ServerResponse): void;
}

/** The shop as one HTTP application: files, pictures, API and pages. */
export function shopApp(services: Services, options: AppOptions): App {
  const { pages, files, kept = openPageCache(), development = false, trustedProxies = 0 } = options;
  const { takesForms = () => true, bodies = bodyRules } = options;
  const { addresses = anyAddress, gate = renderGate(), isStopping = () => false } = options;
  const { address: publicUrl, googleMapsKey, payments } = services;
  const shared = securityHeaders(publicUrl);
  const policy = (hashes: string[]) =>
    contentPolicy({ publicUrl, stripe: payments.name === "stripe", maps: Boolean(googleMapsKey), development }, hashes);

  const rooms = api(services);
  const callAddress = apiAddresses(rooms);
  const shop = new Hono<{ Bindings: { lane: Lane } }>()
    .onError(declined)
    .get("/healthz", (c) => c.text("ok", 200, { "cache-control": "no-store" }))
    .get("/readyz", readiness(services, isStopping))
    .get("/pictures/:hash/:file", (c) => picture(c, services))
    .all("/pictures/*", unknown)
    .route("/api", rooms)
    // A call that no room has, or a script of an earlier build: no page, which would be taken for an answer.
    .all("/api/*", unknown)
    .all("/assets/*", unknown)
    .all("*", (c) => gate.run(c.env.lane, () => page(c.req.raw)));
  const methodsAt = methodsBy(shop.routes, takesForms, ["/api/"]);
  const noticeOf = missingAddressNotice(trustedProxies);

  async function page(request: Request): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(documentPolicy, policy);
    return pageAnswer(await pages(atPublicOrigin(request, publicUrl), context), context);
  }

  const inside = async (request: Request, lane: Lane): Promise<Response> =>
    sealed(await shop.fetch(request, { lane }), request, shared);

  /** The one address of what everybody gets the same, whatever the request says of who asks; else nothing. */
  async function sharedAddress(pathname: string, search: string): Promise<string | undefined> {
    if (/^\/((pictures|assets|api\/media)(\/|$)|(healthz|readyz)$)/.test(pathname)) return undefined;
    return pathname.startsWith("/api/") ? callAddress(pathname, search) : addresses(pathname, search);
  }

  /** Asks in this order: can it be read, is anything there, does it take the method, may this one ask, is the body fit. */
  async function answered(raw: Request, incoming: IncomingMessage | undefined): Promise<Response> {
    const { pathname, search } = readableAddress(raw, incoming);
    const methods = await methodsAt(pathname);
    if (methods.length === 0) throw new Refusal("address-unknown");
    if (raw.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow: methods.join(", ") } });
    if (!methods.includes(raw.method))
      return refusedAt(pathname, new Refusal("method-unknown"), { allow: methods.join(", ") });
    return raw.method === "GET" || raw.method === "HEAD"
      ? read(raw, pathname, search, incoming)
      : taken(raw, pathname, incoming);
  }

  async function read(raw: Request, pathname: string, search: string, incoming?: IncomingMessage): Promise<Response> {
    const file = await files?.load(pathname);
    if (file) return respondStored(file, raw);
    const address = await sharedAddress(pathname, search);
    if (address === undefined) {
      const named = asHeardInside(raw, incoming?.socket.remoteAddress);
      return compressed(await inside(named, "own"), named);
    }
    const answer = await kept.answer(address, () => inside(anonymous(publicUrl, address), "reading"));
    return answer instanceof Response ? compressed(answer, raw) : respondStored(answer, raw);
  }

  async function taken(raw: Request, pathname: string, incoming?: IncomingMessage): Promise<Response> {
    // A call takes JSON only, which a browser sends to no other site unasked.
    if (!pathname.startsWith("/api/") && isFromElsewhere(raw, publicUrl)) throw new Refusal("origin-foreign");
    const whole = await withBoundedBody(raw, bodyRuleAt(pathname, bodies), incoming);
    const named = asHeardInside(whole, incoming?.socket.remoteAddress);
    return compressed(await inside(named, "sending"), named);
  }

  /** The outermost layer: whatever happens inside is an answer with the headers of all, and is logged. */
  async function door(raw: Request, incoming?: IncomingMessage): Promise<Response> {
    const start = performance.now();
    const id = randomUUID();
    const { pathname } = new URL(raw.url);
    const made = await answered(raw, incoming).catch((error: unknown) => answerFor(error, pathname, raw.signal));
    const answer = sealed(made, raw, shared);
    answer.headers.set("x-request-id", id);
    if (answer.status === 429)
      log.info({ path: pathname, seconds: Number(answer.headers.get("retry-after")) }, "too many requests");
    logAccess(id, raw.method, pathname, answer.status, performance.now() - start);
    return answer;
  }

  /**
   * The same request with the network address of the one who asks, which no request may claim by itself. What is posted is
   * answered anew, whatever answer its sender says to have.
   */
  function asHeardInside(request: Request, connected: string | undefined): Request {
    const headers = new Headers(request.headers);
    if (request.method === "POST") headers.delete("if-none-match");
    const address = clientAddress(headers.get("x-forwarded-for"), connected, trustedProxies);
    noticeOf(address);
    headers.set(CLIENT_ADDRESS, address);
    return copyOf(request, { headers });
  }

  /** Sends what is kept, before any framework wakes up: whether it could, which takes a while only with parameters. */
  function sendAtOnce(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const { method, url = "" } = request;
    if ((method !== "GET" && method !== "HEAD") || !hasOneHost(request)) return false;
    const [path = "", query] = url.split(/\?(.*)/s, 2);
    const send = (found: StoredResponse | undefined): boolean => {
      const isSent = found !== undefined && sendStored(found, request, response);
      if (isSent && log.isLevelEnabled("debug")) logAccess("ready", method, path, response.statusCode, 0);
      return isSent;
    };
    if (send(files?.loaded(path) ?? kept.find(url))) return true;
    if (query === undefined || !isReadable(url)) return false;
    // With parameters that make no page of their own it may be ready all the same.
    return sharedAddress(path, `?${query}`).then(
      (address) => address !== undefined && send(kept.find(address)),
      () => false,
    );
  }

  const answer = getRequestListener((request, { incoming }) => door(request, incoming as IncomingMessage), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    // HTTP/1.0 need not name a host.
    hostname: new URL(publicUrl).host,
    errorHandler(error) {
      // A host or an address that makes no URL.
      const isUnreadable = error instanceof RequestError;
      if (!isUnreadable) log.error({ error: faultOf(error) }, "request");
      const answer = isUnreadable ? problem(new Refusal("address-malformed")) : faultAt("");
      return sealed(answer, { method: "GET", headers: new Headers() }, shared);
    },
  });
  function handOn(request: IncomingMessage, response: ServerResponse): void {
    // Also for what the adapter says by itself when a body fails under way.
    for (const [name, value] of Object.entries(shared)) response.setHeader(name, value);
    if ("content-length" in request.headers || "transfer-encoding" in request.headers)
      response.once("finish", () => discardRest(request));
    void answer(request, response);
  }

  return {
    fetch: (request) => door(request),
    listener(request, response) {
      request.url = originForm(request.url ?? "");
      const sent = sendAtOnce(request, response);
      if (sent === false) handOn(request, response);
      else if (sent !== true) void sent.then((isSent) => (isSent ? undefined : handOn(request, response)));
    },
  };
}

const anyAddress: SharedAddress = async (pathname, search) => pathname + search;

/** A question without anything about the one who asks, and not ended when that one goes away. */
const anonymous = (publicUrl: string, address: string): Request =>
  // Not resolved against the origin: an address that begins with two slashes would name another host.
  new Request(new URL(publicUrl).origin + address);

/** Whether another site sent this: a browser says with whatever is posted where it comes from. */
function isFromElsewhere(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && origin !== new URL(publicUrl).origin && origin !== new URL(request.url).origin;
}

/**
 * Forms are accepted from the shop's own origin. Behind a proxy that ends TLS the request itself looks like http, so a
 * form that comes from the public address is taken as sent to it.
 */
function atPublicOrigin(request: Request, publicUrl: string): Request {
  const { origin } = new URL(publicUrl);
  if (request.headers.get("origin") !== origin || request.url.startsWith(`${origin}/`)) return request;
  const { pathname, search } = new URL(request.url);
  return copyOf(request, { url: origin + pathname + search });
}

/** The server's own request object is no real Request; whatever is read from it is named here. */
function copyOf(request: Request, { url = request.url, headers = request.headers }): Request {
  const { method, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: "half" }) });
}

/** What is not kept is compressed for the one who asked. Streams, parts and what is small go as they are. */
async function compressed(response: Response, request: Request): Promise<Response> {
  if (!response.body || response.status === 206 || response.headers.has("content-encoding")) return response;
  if (!/^(text\/(html|x-script)|application\/(problem\+)?json)/.test(response.headers.get("content-type") ?? ""))
    return response;
  const cookies = response.headers.getSetCookie();
  const answer = await respondStored(await storeResponse(response), request);
  answer.headers.delete("set-cookie");
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
  return answer;
}

/** 200 when the shop can serve: its database jsonAnswer, and nobody told it to stop. */
function readiness({ db }: Services, isStopping: () => boolean): (c: Context) => Promise<Response> {
  let asked: Promise<boolean> | undefined;
  return async (c) => {
    const headers = { "cache-control": "no-store" };
    if (isStopping()) return c.text("the shop is stopping", 503, headers);
    // Whoever asks at the same time hears the same answer: this may not become a way to keep the database busy.
    asked ??= isReachable(db).finally(() => (asked = undefined));
    return (await asked) ? c.text("ok", 200, headers) : c.text("the database does not answer", 503, headers);
  };
}

/** `/pictures/{hash}/640.avif`: the width if it was made, else for a short while the picture as it was stored. */
async function picture(c: Context, { pictures }: Services): Promise<Response> {
  const { hash = "", file = "" } = c.req.param();
  const [, wanted, extension] = /^(\d+|original)(?:\.(\w+))?$/.exec(file) ?? [];
  const width = PICTURE_WIDTHS.find((known) => String(known) === wanted);
  const format = PICTURE_FORMATS.find((known) => known === extension);
  if (wanted !== "original" && !(width && format)) return unknown();

  const etag = `"${hash}-${file}"`;
  const made = width && format ? await pictures.derived(hash, width, format) : undefined;
  if (made) return fileAnswer(c.req.raw, { file: made, etag }, fresh.forEver);
  const stored = await pictures.original(hash);
  if (!stored) return unknown();
  const freshness = wanted === "original" ? fresh.forEver : fresh.shortly;
  return fileAnswer(c.req.raw, { file: stored, etag: `"${hash}"` }, freshness);
}

const unknown = (): never => {
  throw new Refusal("address-unknown");
};

function declined(error: Error, c: Context): Response {
  // The page cache may have an older answer.
  if (error instanceof TooBusy) throw error;
  return answerFor(error, c.req.path, c.req.raw.signal);
}

/** A refusal in the manner of its address; anything else is a fault, unless only its asker has gone away. */
function answerFor(error: unknown, path: string, signal: AbortSignal): Response {
  if (error instanceof Refusal) return refusedAt(path, error);
  if (error instanceof TooBusy) return tooBusy();
  if (!signal.aborted || error !== signal.reason) return faultAnswer(error, path, "request");
  log.debug({ path }, "a request was given up");
  return faultAt(path);
}

function logAccess(id: string, method: string, path: string, status: number, milliseconds: number): void {
  log.debug({ id, method, path, status, milliseconds: Math.round(milliseconds) }, "request");
}
