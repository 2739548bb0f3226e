import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { type Services, services as servicesContext } from "~/services";
import { Refusal } from "~/shop/refusal";
import { documentPolicy, type InlineHashes } from "~/rendering/document-context";
import { errorResponse, withOutageStatus } from "./errors/error-response";
import { pictureResponse, shareResponse } from "./files/pictures.api";
import { readiness } from "./readiness";
import { atPublicOrigin } from "./http/request-copies";
import { type RenderPriority, type RenderQueue, renderQueue, RenderQueueFull } from "./rendering/render-queue";
import { contentPolicy } from "./http/security-headers";

export interface RouteOptions {
  /** React Router's handler of the pages. */
  pages(request: Request, context: RouterContextProvider): Promise<Response>;
  gate?: RenderQueue;
  /** Whether a shutdown was requested: the readiness probe then fails. */
  isStopping?(): boolean;
  development?: boolean;
}

/** Priority and network of a render. */
export interface RenderTurn {
  priority: RenderPriority;
  network: string;
  /** Network addresses of the request; undefined for a request made inside the process. */
  ends?: RequestEnds | undefined;
}

/**
 * Network addresses of a request. `connected` is the peer of the connection, `client` the client that trusted proxies name, or
 * without proxies the peer; `named` are all addresses in forwarding headers, trusted or not.
 */
export interface RequestEnds {
  connected: string;
  client: string;
  named: string[];
}

/** The router: health checks, pictures and the API; pages pass the render queue. */
export function shopRoutes(
  services: Services,
  rooms: OpenAPIHono,
  { pages, gate = renderQueue(), isStopping = () => false, development = false }: RouteOptions,
) {
  const { address: publicUrl, googleMapsKey, payments } = services;
  const policy = (hashes: InlineHashes) =>
    contentPolicy({ publicUrl, stripe: payments.name === "stripe", maps: Boolean(googleMapsKey), development }, hashes);

  async function page(request: Request): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(documentPolicy, policy);
    return withOutageStatus(await pages(atPublicOrigin(request, publicUrl), context), context);
  }

  return (
    new Hono<{ Bindings: RenderTurn }>()
      .onError((error: Error, c: Context) => {
        // The page cache catches it, and may have a stale response.
        if (error instanceof RenderQueueFull) throw error;
        return errorResponse(error, c.req.path, c.req.raw.signal);
      })
      .get("/healthz", (c) => c.text("ok", 200, { "cache-control": "no-store" }))
      .get("/readyz", readiness(services, isStopping))
      .get("/pictures/:hash/share/:file", (c) => shareResponse(c, services))
      .get("/pictures/:hash/:file", (c) => pictureResponse(c, services))
      .all("/pictures/*", notFound)
      .route("/api", rooms)
      // Unknown calls and scripts of earlier builds get a 404, never a page.
      .all("/api/*", notFound)
      .all("/assets/*", notFound)
      .all("*", (c) => gate.run(c.env.priority, () => page(c.req.raw), c.env.network))
  );
}

const notFound = (): never => {
  throw new Refusal("address-unknown");
};
