import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import { faultOf, log } from "~/platform/log.server";
import type { Services } from "~/services";
import { blogApi } from "~/shop/blog/blog.api";
import { catalogApi, categoriesApi } from "~/shop/catalog/catalog.api";
import { communityApi } from "~/shop/community/community.api";
import { discountsApi } from "~/shop/discounts/discounts.api";
import { ordersApi } from "~/shop/orders/orders.api";
import { payApi } from "~/shop/orders/pay.api";
import { sandboxApi } from "~/shop/payments/sandbox.api";
import { stripeApi } from "~/shop/payments/stripe.api";
import { placesApi } from "~/shop/places/places.api";
import { Refusal } from "~/shop/refusal";
import { boundedBody, declined, problem, roomApi, withoutNul } from "~/shop/shop.api";
import { docsApi } from "./docs.api";
import { mediaApi } from "./media.api";

/** Every call of Spec §7, one line per room. */
export function api(services: Services): OpenAPIHono {
  const app = roomApi();
  app.use(etag(), onlyKnownMethods(app), boundedBody, withoutNul);
  app
    .route("/products", catalogApi(services))
    .route("/categories", categoriesApi(services))
    .route("/blogs", blogApi(services))
    .route("/", communityApi(services))
    .route("/places", placesApi(services))
    .route("/stripe", stripeApi(services))
    .route("/discounts", discountsApi(services))
    .route("/pay", payApi(services))
    .route("/orders", ordersApi(services))
    .route("/sandbox", sandboxApi(services))
    .route("/media", mediaApi(services))
    .route("/", docsApi(app, services))
    .all("*", () => {
      throw new Refusal("address-unknown");
    });
  app.onError((error, c) => {
    const answer = declined(error);
    if (answer) return answer;
    log.error({ error: faultOf(error), path: c.req.path }, "an API call failed");
    return problem({ status: 500, code: "fault", message: "Something went wrong." });
  });
  return app;
}

/** Answers 405 at an address of ours that takes other methods; a fixed address counts before one with a parameter. */
const onlyKnownMethods =
  (app: OpenAPIHono): MiddlewareHandler =>
  async (c, next) => {
    const path = c.req.path.replace(/^\/api(?=\/)/, "");
    const here = app.routes.filter((route) => route.method !== "ALL" && patternOf(route.path).test(path));
    const fixed = here.filter((route) => route.path === path);
    const methods = new Set((fixed.length > 0 ? fixed : here).map(({ method }) => method));
    if (methods.has("GET")) methods.add("HEAD");
    if (methods.size === 0 || methods.has(c.req.method)) return next();

    const answer = problem(new Refusal("method-unknown"));
    answer.headers.set("allow", [...methods].join(", "));
    return answer;
  };

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const pattern = path
    .replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replace(/:[^/]+/g, "[^/]+")
    .replace(/\*/g, ".*");
  const made = new RegExp(`^${pattern}$`);
  patterns.set(path, made);
  return made;
}
