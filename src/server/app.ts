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
import { hasOneHost, originForm, readableAddress } from "./address";
import { sealed } from "./answer-headers";
import { api } from "./api";
import { clientAddress, missingAddressNotice } from "./client-address";
import { faultAnswer, pageAnswer } from "./fault";
import { type KeptAnswers, keepAnswers } from "./kept-answers";
import { methodsBy, type TakesForms } from "./methods";
import { readyFrom, respondReady, sendReady } from "./ready";
import { faultAt, refusedAt } from "./refused";
import { type BodyRule, bodyRuleAt, bodyRules, discardRest, withBoundedBody } from "./request-body";
import { contentPolicy, documentPolicy, securityHeaders } from "./security";
import type { StaticFiles } from "./static-files";

interface AppOptions {
  /** React Router's pages. */
  pages(request: Request, context: RouterContextProvider): Promise<Response>;
  files?: StaticFiles;
  kept?: KeptAnswers;
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
  const { pages, files, kept = keepAnswers(), development = false, trustedProxies = 0 } = options;
  const { takesForms = () => true, bodies = bodyRules } = options;
  const { address: publicUrl, googleMapsKey, payments } = services;
  const shared = securityHeaders(publicUrl);
  const policy = (hashes: string[]) =>
    contentPolicy({ publicUrl, stripe: payments.name === "stripe", maps: Boolean(googleMapsKey), development }, hashes);

  const shop = new Hono()
    .onError(declined)
    .get("/healthz", (c) => healthy(c, services))
    .get("/pictures/:hash/:file", (c) => picture(c, services))
    .route("/api", api(services))
    // A call that no room has, or a script of an earlier build: no page, which would be taken for an answer.
    .all("/api/*", unknown)
    .all("/assets/*", unknown)
    .all("*", (c) => page(c.req.raw));
  const methodsAt = methodsBy(shop.routes, takesForms, ["/api/"]);
  const noticeOf = missingAddressNotice(trustedProxies);

  async function page(request: Request): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(documentPolicy, policy);
    return pageAnswer(await pages(atPublicOrigin(request, publicUrl), context), context);
  }

  const inside = async (request: Request): Promise<Response> => sealed(await shop.fetch(request), request, shared);

  /** Asks in this order: can it be read, is anything there, does it take the method, may this one ask, is the body fit. */
  async function answered(raw: Request, incoming: IncomingMessage | undefined): Promise<Response> {
    const { pathname, search } = readableAddress(raw, incoming);
    const methods = await methodsAt(pathname);
    if (methods.length === 0) throw new Refusal("address-unknown");
    if (raw.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow: methods.join(", ") } });
    if (!methods.includes(raw.method))
      return refusedAt(pathname, new Refusal("method-unknown"), { allow: methods.join(", ") });

    const isQuestion = raw.method === "GET" || raw.method === "HEAD";
    const file = isQuestion ? await files?.load(pathname) : undefined;
    if (file) return respondReady(file, raw);
    if (!isForEverybody(raw)) {
      // A call takes JSON only, which a browser sends to no other site unasked.
      if (!isQuestion && !pathname.startsWith("/api/") && isFromElsewhere(raw, publicUrl))
        throw new Refusal("origin-foreign");
      const whole = isQuestion ? raw : await withBoundedBody(raw, bodyRuleAt(pathname, bodies), incoming);
      const named = asHeardInside(whole, incoming?.socket.remoteAddress);
      return compressed(await inside(named), named);
    }

    const make = () => inside(anonymous(raw, publicUrl, pathname + search));
    const answer = await kept.answer(pathname + search, make);
    return answer instanceof Response ? compressed(answer, raw) : respondReady(answer, raw);
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
  return {
    fetch: (request) => door(request),
    listener(request, response) {
      request.url = originForm(request.url ?? "");
      const { method, url, headers } = request;
      if ((method === "GET" || method === "HEAD") && hasOneHost(request)) {
        const found = files?.loaded(url) ?? (isForEverybody(request) ? kept.find(url) : undefined);
        if (found && sendReady(found, request, response)) {
          if (log.isLevelEnabled("debug")) logAccess("ready", method, url.split("?")[0] ?? "", response.statusCode, 0);
          return;
        }
      }
      // Also for what the adapter says by itself when a body fails under way.
      for (const [name, value] of Object.entries(shared)) response.setHeader(name, value);
      if ("content-length" in headers || "transfer-encoding" in headers)
        response.once("finish", () => discardRest(request));
      void answer(request, response);
    },
  };
}

/** The target as a path: in the absolute form, which a proxy may use, it could name another host, or a user. */
function originForm(target: string): string {
  const absolute = target.startsWith("/") ? undefined : URL.parse(target);
  return absolute?.pathname.startsWith("/") ? absolute.pathname + absolute.search : target;
}

/** Whether everybody would get the same answer to this: nothing in it says who asks. */
function isForEverybody({ method, headers }: Request | IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers instanceof Headers) return !["cookie", "authorization", "range"].some((name) => headers.has(name));
  return headers.cookie === undefined && headers.authorization === undefined && headers.range === undefined;
}

/** The same question without anything about the one who asked it, and not ended when that one goes away. */
function anonymous(request: Request, publicUrl: string, address: string): Request {
  const accept = request.headers.get("accept");
  // Not resolved against the origin: an address that begins with two slashes would name another host.
  return new Request(new URL(publicUrl).origin + address, { headers: accept ? { accept } : {} });
}

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
  const answer = await respondReady(await readyFrom(response), request);
  answer.headers.delete("set-cookie");
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
  return answer;
}

async function healthy(c: Context, { db }: Services): Promise<Response> {
  const reachable = await isReachable(db);
  const headers = { "cache-control": "no-store" };
  return reachable ? c.text("ok", 200, headers) : c.text("the database does not answer", 503, headers);
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
  if (made) return fileAnswer(c.req.raw, { bytes: made, type: `image/${format}`, etag }, fresh.forEver);
  const stored = await pictures.read(hash);
  if (!stored) return unknown();
  return fileAnswer(c.req.raw, { ...stored, etag: `"${hash}"` }, wanted === "original" ? fresh.forEver : fresh.shortly);
}

const unknown = (): never => {
  throw new Refusal("address-unknown");
};

const declined = (error: Error, c: Context): Response => answerFor(error, c.req.path, c.req.raw.signal);

/** A refusal in the manner of its address; anything else is a fault, unless only its asker has gone away. */
function answerFor(error: unknown, path: string, signal: AbortSignal): Response {
  if (error instanceof Refusal) return refusedAt(path, error);
  if (!signal.aborted || error !== signal.reason) return faultAnswer(error, path, "request");
  log.debug({ path }, "a request was given up");
  return faultAt(path);
}

function logAccess(id: string, method: string, path: string, status: number, milliseconds: number): void {
  log.debug({ id, method, path, status, milliseconds: Math.round(milliseconds) }, "request");
}
