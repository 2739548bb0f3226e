import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { type Services, services as servicesContext } from "~/services";
import { Refusal } from "~/shop/refusal";
import type { AppOptions } from "./app";
import { errorResponse } from "./error-response";
import { withOutageStatus } from "./fault";
import { pictureResponse } from "./pictures.api";
import { readiness } from "./readiness";
import { atPublicOrigin } from "./request-copies";
import { type RenderPriority, type RenderQueue, renderQueue } from "./render-queue";
import { contentPolicy, documentPolicy } from "./security";

type RouteOptions = Pick<AppOptions, "pages" | "isStopping" | "development"> & { gate?: RenderQueue | undefined };

/** The router: health checks, pictures, the API and, through the render queue, the pages. */
export function shopRoutes(
  services: Services,
  rooms: OpenAPIHono,
  { pages, gate = renderQueue(), isStopping = () => false, development = false }: RouteOptions,
) {
  const { address: publicUrl, googleMapsKey, payments } = services;
  const policy = (hashes: string[]) =>
    contentPolicy({ publicUrl, stripe: payments.name === "stripe", maps: Boolean(googleMapsKey), development }, hashes);

  async function page(request: Request): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(documentPolicy, policy);
    return withOutageStatus(await pages(atPublicOrigin(request, publicUrl), context), context);
  }

  return (
    new Hono<{ Bindings: { priority: RenderPriority } }>()
      .onError((error: Error, c: Context) => errorResponse(error, c.req.path, c.req.raw.signal))
      .get("/healthz", (c) => c.text("ok", 200, { "cache-control": "no-store" }))
      .get("/readyz", readiness(services, isStopping))
      .get("/pictures/:hash/:file", (c) => pictureResponse(c, services))
      .all("/pictures/*", notFound)
      .route("/api", rooms)
      // An unknown call, or a script of an earlier build: no page, which would be mistaken for the requested resource.
      .all("/api/*", notFound)
      .all("/assets/*", notFound)
      .all("*", (c) => gate.run(c.env.priority, () => page(c.req.raw)))
  );
}

const notFound = (): never => {
  throw new Refusal("address-unknown");
};
