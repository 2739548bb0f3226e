import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { RouterContextProvider } from "react-router";
import { isReachable } from "~/platform/database.server";
import { fileAnswer, fresh } from "~/platform/file-answer.server";
import { faultOf, log } from "~/platform/log.server";
import { PICTURE_FORMATS, PICTURE_WIDTHS } from "~/platform/pictures.server";
import { type Services, services as servicesContext } from "~/services";
import { limits } from "~/shop/limits";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import { problem } from "~/shop/shop.api";
import { CLIENT_ADDRESS } from "~/shop/submission.server";
import { api } from "./api";
import { apiAddresses } from "./api-addresses";
import { tooBusy } from "./busy";
import { type KeptAnswers, keepAnswers } from "./kept-answers";
import type { SharedAddress } from "./page-addresses";
import { readyFrom, respondReady, sendReady } from "./ready";
import { type Lane, type RenderGate, renderGate, TooBusy } from "./render-gate";
import { contentPolicy, documentPolicy, securityHeaders } from "./security";
import type { StaticFiles } from "./static-files";

interface AppOptions {
  /** React Router's pages. */
  pages(request: Request, context: RouterContextProvider): Promise<Response>;
  files?: StaticFiles;
  kept?: KeptAnswers;
  /** Which pages are for everybody, and under which address each is made. Without it all are, under any. */
  addresses?: SharedAddress;
  gate?: RenderGate;
  /** Whether the shop is told to stop: others should be asked from now on. */
  isStopping?(): boolean;
  development?: boolean;
  /** How many proxies of ours stand before the shop, and may be believed about who asks. */
  trustedProxies?: number;
}

export interface App {
  fetch(request: Request): Promise<Response>;
  /** For node:http. What is ready is sent before any framework wakes up. */
  listener(request: IncomingMessage, response: ServerResponse): void;
}

const LONGEST_ADDRESS = 4096;

/** The shop as one HTTP application: files, pictures, API and pages. */
export function shopApp(services: Services, options: AppOptions): App {
  const { pages, files, kept = keepAnswers(), development = false, trustedProxies = 0 } = options;
  const { addresses = anyAddress, gate = renderGate(), isStopping = () => false } = options;
  const { address: publicUrl, googleMapsKey, payments } = services;
  const shared = securityHeaders(publicUrl);
  const policy = (hashes: string[]) =>
    contentPolicy({ publicUrl, stripe: payments.name === "stripe", maps: Boolean(googleMapsKey), development }, hashes);

  const rooms = api(services);
  const callAddress = apiAddresses(rooms);
  const ready = readiness(services, isStopping);
  const shop = new Hono<{ Bindings: { lane: Lane } }>()
    .onError(fault)
    .get("/healthz", (c) => c.text("ok", 200, { "cache-control": "no-store" }))
    .get("/readyz", ready)
    .get("/pictures/:hash/:file", (c) => picture(c, services))
    .route("/api", rooms)
    // A call that no room has, or a script of an earlier build: no page, which would be taken for an answer.
    .all("/api/*", () => refused("address-unknown"))
    .all("/assets/*", () => refused("address-unknown"))
    .all("*", (c) => gate.run(c.env.lane, () => page(c.req.raw)));

  function page(request: Request): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(documentPolicy, policy);
    return pages(atPublicOrigin(request, publicUrl), context);
  }

  /** The one address of what everybody gets the same, whatever the request says of who asks; else nothing. */
  async function sharedAddress({ method }: Request, { pathname, search }: URL): Promise<string | undefined> {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (/^\/(pictures|assets|api\/media|healthz$|readyz$)/.test(pathname)) return undefined;
    return pathname.startsWith("/api/") ? callAddress(pathname, search) : addresses(pathname, search);
  }

  async function inside(request: Request, lane: Lane): Promise<Response> {
    const response = await shop.fetch(request, { lane });
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(shared)) if (!headers.has(name)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  }

  const door = new Hono<{ Bindings: Partial<HttpBindings> }>()
    .onError(fault)
    .use(async (c, next) => {
      const start = performance.now();
      const id = randomUUID();
      await next();
      c.header("x-request-id", id);
      logAccess(id, c.req.method, c.req.path, c.res.status, performance.now() - start);
    })
    .use((c, next) => (c.req.url.length > LONGEST_ADDRESS ? Promise.resolve(refused("address-too-long")) : next()))
    // No page has a NUL in its address, and the database takes none; a call names the field that holds it.
    .use((c, next) =>
      c.req.url.includes("%00") && !c.req.path.startsWith("/api/") ? Promise.resolve(refused("input-invalid")) : next(),
    )
    .use(bodyLimit({ maxSize: limits.api.bodyBytes, onError: () => refused("body-too-large") }))
    .all("*", async (c) => {
      const { raw } = c.req;
      const isQuestion = raw.method === "GET" || raw.method === "HEAD";
      const file = isQuestion ? await files?.load(new URL(raw.url).pathname) : undefined;
      if (file) return respondReady(file, raw);
      const shared = await sharedAddress(raw, new URL(raw.url));
      if (shared === undefined) {
        const named = withClientAddress(raw, c.env?.incoming?.socket.remoteAddress, trustedProxies);
        return compressed(await inside(named, isQuestion ? "own" : "sending"), raw);
      }

      const answer = await kept.answer(shared, () => inside(anonymous(publicUrl, shared), "reading"));
      return answer instanceof Response ? compressed(answer, raw) : respondReady(answer, raw);
    });

  const answer = getRequestListener(door.fetch, { overrideGlobalObjects: false });
  return {
    fetch: async (request) => door.fetch(request),
    listener(request, response) {
      const { method, url = "" } = request;
      if (method === "GET" || method === "HEAD") {
        const found = files?.loaded(url.split("?", 1)[0] ?? "") ?? kept.find(url);
        if (found && sendReady(found, request, response)) {
          if (log.isLevelEnabled("debug")) logAccess("ready", method, url.split("?")[0] ?? "", response.statusCode, 0);
          return;
        }
      }
      void answer(request, response);
    },
  };
}

const anyAddress: SharedAddress = async (pathname, search) => pathname + search;

/** The question with the network address of the one who asks, which no request may claim by itself. */
function withClientAddress(request: Request, connected: string | undefined, trustedProxies: number): Request {
  const headers = new Headers(request.headers);
  const passedOn = headers.get("x-forwarded-for")?.split(",") ?? [];
  const address = trustedProxies > 0 ? passedOn.at(-trustedProxies)?.trim() : connected;
  headers.delete(CLIENT_ADDRESS);
  if (address) headers.set(CLIENT_ADDRESS, address);
  return copyOf(request, { headers });
}

/** A question without anything about the one who asks, and not ended when that one goes away. */
const anonymous = (publicUrl: string, address: string): Request =>
  // Not resolved against the origin: an address that begins with two slashes would name another host.
  new Request(new URL(publicUrl).origin + address);

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

/** 200 when the shop can serve: its database answers, and nobody told it to stop. */
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
  if (wanted !== "original" && !(width && format)) return refused("address-unknown");

  const etag = `"${hash}-${file}"`;
  const made = width && format ? await pictures.derived(hash, width, format) : undefined;
  if (made) return fileAnswer(c.req.raw, { file: made, etag }, fresh.forEver);
  const stored = await pictures.original(hash);
  if (!stored) return refused("address-unknown");
  const freshness = wanted === "original" ? fresh.forEver : fresh.shortly;
  return fileAnswer(c.req.raw, { file: stored, etag: `"${hash}"` }, freshness);
}

/** What is refused before any room is asked. */
const refused = (code: RefusalCode): Response => problem(new Refusal(code));

function fault(error: Error, c: Context): Response {
  if (error instanceof TooBusy) return tooBusy();
  log.error({ error: faultOf(error), path: c.req.path }, "request");
  return problem({ status: 500, code: "fault", message: "Something went wrong." });
}

function logAccess(id: string, method: string, path: string, status: number, milliseconds: number): void {
  log.debug({ id, method, path, status, milliseconds: Math.round(milliseconds) }, "request");
}
