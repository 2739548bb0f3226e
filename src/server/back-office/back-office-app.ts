import type { IncomingMessage } from "node:http";
import { RouterContextProvider } from "react-router";
import { addressContext, asideContext, sessionContext, shopPageContext, visitContext } from "~/back-office/context";
import { openVisit } from "~/back-office/visit.server";
import { can, type Right } from "~/shop/members/rights";
import { isKnownBrowser } from "~/shop/members/known-browser.server";
import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";
import { type Services, services as servicesContext } from "~/services";
import { documentPolicy, type InlineHashes } from "~/rendering/document-context";
import {
  IS_OPEN,
  backOfficeOrigin,
  type BackOfficePlace,
  canonicalHost,
  isLocal,
  isTaken,
  originOf,
} from "./back-office-host";
import { refusalResponse } from "../errors/error-pages";
import { withOutageStatus } from "../errors/error-response";
import { nodeListener, type NodeListener } from "../http/node-listener";
import { drawPage } from "./draw-page";
import { openPageCache } from "../cache/page-cache";
import { type RenderQueue, renderQueue, type StepAside } from "../rendering/render-queue";
import { handleUpload, uploadBodies } from "./uploads";
import type { BodyRule } from "../http/request-body";
import { atPublicOrigin } from "../http/request-copies";
import { requestHandler } from "../request-handler";
import type { RenderTurn } from "../shop-routes";
import { backOfficeHeaders, backOfficePolicy } from "../http/security-headers";
import { type StaticFiles, staticFiles } from "../http/static-files";

export interface BackOfficeOptions extends BackOfficePlace {
  /** React Router's handler of the screens. */
  pages(request: Request, context: RouterContextProvider): Promise<Response>;
  /** Handler of the shop's pages, which renders previews. */
  shopPages?(request: Request, context: RouterContextProvider): Promise<Response>;
  files?: StaticFiles;
  trustedProxies?: number;
  development?: boolean;
  /** Body limits of addresses that differ from the default. */
  bodies?: BodyRule[];
  isOpen?: boolean;
  /** Render queue of visitors without a session. */
  strangers?: RenderQueue;
}

export interface BackOfficeApp {
  /** Whether a request belongs to the back office. */
  takes(request: Pick<IncomingMessage, "url" | "headers">): boolean;
  fetch(request: Request): Promise<Response>;
  listener: NodeListener;
}

/**
 * The back office as an HTTP application. It handles requests before the shop does, caches nothing, has its own cookie, and
 * refuses other origins.
 */
export function backOfficeApp(services: Services, options: BackOfficeOptions): BackOfficeApp {
  const { files, trustedProxies = 0, bodies = [...uploadBodies, ...longForms], isOpen = IS_OPEN } = options;
  const place: BackOfficePlace = { publicUrl: options.publicUrl, host: options.host };
  const sharedHeaders = backOfficeHeaders(backOfficeOrigin(place));
  const nothingKept = { pageCache: openPageCache({ bytes: 0 }), cacheKey: async () => undefined };
  const common = { publicUrl: backOfficeOrigin(place), sharedHeaders, files, ...nothingKept };
  const handle = requestHandler({
    ...common,
    trustedProxies,
    bodies,
    allowedMethodsOf: async (pathname) => methodsOf(pathname),
    isForeign: (request) => request.headers.get("origin") !== originOf(request, place),
    maySendMore: (request, rule) => maySendMore(services, request, originOf(request, place), rule),
    route: screens(services, options),
  });
  return {
    takes: (request) => isOpen && isTaken(request, place),
    fetch: (request) => handle(request),
    listener: nodeListener({ ...common, handle }),
  };
}

/** Files of the browser build: cached by browsers only, not by proxies. They contain code and no data. */
export const backOfficeFiles = (directory: string, publicUrl: string, former?: string): StaticFiles =>
  staticFiles(directory, publicUrl, {
    base: "/back-office",
    headers: { ...backOfficeHeaders(publicUrl), "cache-control": "private, max-age=31536000, immutable" },
    ...(former && { former }),
  });

const isAsset = (pathname: string): boolean => pathname.startsWith("/back-office/assets/");

function methodsOf(pathname: string): string[] {
  if (isAsset(pathname)) return ["GET", "HEAD"];
  return pathname === "/" || /^\/back-office(\/|\.data$|$)/.test(pathname) ? ["GET", "HEAD", "POST"] : [];
}

/** Body limit of a long form, with the right that its screen asks for. */
interface LongForm extends BodyRule {
  right: Right;
}

const longForms: LongForm[] = [
  // The form of a product with several hundred variants.
  { address: /^\/back-office\/goods\/[A-Za-z0-9]+(\.data)?$/, most: 1024 * 1024, right: "goods.words" },
  // Accepts texts above their limit, so that the form can answer with a message.
  { address: /^\/back-office\/words\/articles\/[\da-f]+(\.data)?$/, most: 2 * 1024 * 1024, right: "content.change" },
  { address: /^\/back-office\/words\/old-addresses\/read(\.data)?$/, most: 3 * 1024 * 1024, right: "content.change" },
  { address: /^\/back-office\/words\/[a-z-]+(\/[\da-f]+)?(\.data)?$/, most: 1024 * 1024, right: "content.change" },
  // Many corrected cells, each twice; accepts one above its limit, so that the form can answer with a message.
  { address: /^\/back-office\/imports\/\d{1,9}(\.data)?$/, most: 4 * 1024 * 1024, right: "goods.import" },
  // Rates of all ZIP codes of several states.
  { address: /^\/back-office\/settings\/tax\/read(\.data)?$/, most: 2 * 1024 * 1024, right: "settings.change" },
  // Accepts files above the label's limit, so that the form can answer with a message.
  {
    address: /^\/back-office\/returns\/R\d{7}\/approve(\.data)?$/,
    most: 2 * limits.returns.labelBytes,
    right: "returns.settle",
  },
];

/**
 * Whether a long form is read at all: only if its sender is a member with the right, or a browser of a member who has been signed
 * out meanwhile, whose form is kept. Anybody else gets the usual limit, so that strangers cannot fill the memory.
 */
async function maySendMore(services: Services, request: Request, origin: string, rule: BodyRule): Promise<boolean> {
  const right = longForms.find((form) => form === rule)?.right;
  if (right === undefined) return true;
  const { visit, session } = await openVisit(services, request, origin);
  if (session) return can(session.member, right);
  return isKnownBrowser(services.sealer, visit.visitor.knownHere, new Date());
}

function screens(
  services: Services,
  { pages, shopPages, development = false, publicUrl, host, strangers = renderQueue() }: BackOfficeOptions,
) {
  const place = { publicUrl, host };
  // Strangers have a queue of their own: a flood of their requests does not delay members.
  const queues = { members: renderQueue(), strangers };
  const policy = (hashes: InlineHashes) => backOfficePolicy(place, hashes, development);

  return async (request: Request, { priority, network, ends }: RenderTurn): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/") return redirectTo("/back-office");
    // A missing script, such as one of an earlier build, is a 404; a page in its place would be run as a script.
    if (isAsset(pathname)) throw new Refusal("address-unknown");
    const origin = originOf(request, place);
    if (origin.startsWith("http:") && !isLocal(origin, ends)) return insecure(request, pathname + search);

    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(documentPolicy, policy);
    const { visit, session } = await openVisit(services, request, origin);
    const uploaded = handleUpload(services, session, request);
    if (uploaded) return uploaded;
    context.set(visitContext, visit);
    context.set(sessionContext, session);
    context.set(addressContext, screenAddress(request.url));
    if (shopPages) context.set(shopPageContext, drawPage(services, shopPages));
    const isMember = session !== null || isKnownBrowser(services.sealer, visit.visitor.knownHere, new Date());
    const queue = isMember ? queues.members : queues.strangers;
    const render = (aside: StepAside) => {
      context.set(asideContext, aside);
      return pages(atPublicOrigin(request, origin), context);
    };
    // Strangers' forms have no priority over pages: floods of forms would otherwise block the sign-in page.
    const response = await queue.run(isMember ? priority : "own", render, network);
    return withOutageStatus(response, context);
  };
}

/** Address of the screen for which a page or its data are requested. */
function screenAddress(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete("_routes");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return pathname.replace(/(?<=\/)_?\.data$|\.data$/, "") + query;
}

/**
 * Answers a request by http: redirects from a loopback address such as 127.0.0.1 to localhost and refuses all others, because
 * passkeys and secure cookies need https or localhost.
 */
function insecure(request: Request, address: string): Response {
  const local = canonicalHost(request);
  if (local) return redirectTo(local + address);
  const message = "The workshop opens over https, or at http://localhost on its own machine.";
  return refusalResponse("/back-office", { status: 421, code: "origin-foreign", message });
}

const redirectTo = (location: string): Response => new Response(null, { status: 302, headers: { location } });
