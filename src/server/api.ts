import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { etag } from "hono/etag";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import { blogApi } from "~/shop/blog/blog.api";
import { catalogApi, categoriesApi } from "~/shop/catalog/catalog.api";
import { communityApi } from "~/shop/community/community.api";
import { discountsApi } from "~/shop/discounts/discounts.api";
import { ordersApi } from "~/shop/orders/orders.api";
import { payApi } from "~/shop/orders/pay.api";
import { sandboxApi } from "~/shop/payments/sandbox.api";
import { placesApi } from "~/shop/places/places.api";
import { Refusal } from "~/shop/refusal";
import { boundedBody, declined, problem, roomApi, withoutNul } from "~/shop/shop.api";
import { docsApi } from "./docs.api";
import { mediaApi } from "./media.api";

/** Every call of Spec §7, one line per room. */
export function api(services: Services): OpenAPIHono {
  const app = roomApi();
  app.use(etag(), boundedBody, withoutNul);
  app
    .route("/products", catalogApi(services))
    .route("/categories", categoriesApi(services))
    .route("/blogs", blogApi(services))
    .route("/", communityApi(services))
    .route("/places", placesApi(services))
    .route("/discounts", discountsApi(services))
    .route("/pay", payApi(services))
    .route("/orders", ordersApi(services))
    .route("/sandbox", sandboxApi(services))
    .route("/media", mediaApi(services))
    .route("/docs", docsApi())
    .doc31("/openapi.json", {
      openapi: "3.1.0",
      info: {
        title: `${services.settings().shopName} API`,
        version: "1",
        description: "The calls of the shop's own pages, open to other programs. Money is in US dollars.",
      },
      servers: [{ url: "/api" }],
    })
    .all("*", (c) => elsewhere(c, app));
  app.onError((error, c) => {
    const answer = declined(error);
    if (answer) return answer;
    log.error({ error: error.stack ?? error.message, path: c.req.path }, "an API call failed");
    return problem({ status: 500, code: "fault", message: "Something went wrong." });
  });
  return app;
}

/** An address that is none of the calls', or a method that this address does not take. */
function elsewhere(c: Context, app: OpenAPIHono): never | Response {
  const path = c.req.path.replace(/^\/api(?=\/)/, "");
  const taken = app.routes
    .filter(({ method }) => method !== "ALL")
    .filter((route) => patternOf(route.path).test(path))
    .map(({ method }) => method);
  if (taken.length === 0) throw new Refusal("address-unknown");

  const answer = problem(new Refusal("method-unknown"));
  answer.headers.set(
    "allow",
    [...new Set(taken.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)))].join(", "),
  );
  return answer;
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^$()|[\]\\]/g, "\\$&")
      .replace(/:[^/]+(\\\{[^/]*\})?/g, "[^/]+")
      .replace(/\*/g, ".*")}$`,
  );
