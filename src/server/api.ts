import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { blogApi } from "~/shop/blog/blog.api";
import { catalogApi, categoriesApi } from "~/shop/catalog/catalog.api";
import { pagesApi } from "~/shop/catalog/search/search.api";
import { communityApi } from "~/shop/community/community.api";
import { remindersApi } from "~/shop/checkout/reminders/reminders.api";
import { giftCardsApi } from "~/shop/orders/gift-cards/gift-cards.api";
import { discountsApi } from "~/shop/discounts/discounts.api";
import { ordersApi } from "~/shop/orders/orders.api";
import { payApi } from "~/shop/orders/drafting/pay.api";
import { offersApi } from "~/shop/orders/quoting/offers.api";
import { quoteApi } from "~/shop/orders/quoting/quote.api";
import { sandboxApi } from "~/shop/payments/sandbox.api";
import { stripeApi } from "~/shop/payments/stripe.api";
import { placesApi } from "~/shop/places/places.api";
import { Refusal } from "~/shop/refusal";
import { rejectNonText } from "~/shop/invalid-input.api";
import { declined, roomApi } from "~/shop/shop.api";
import { docsApi } from "./docs/docs.api";
import { loggedFaultResponse } from "./errors/error-response";
import { mediaApi } from "./files/media.api";

/** All calls of the public API, registered room by room. */
export function api(services: Services): OpenAPIHono {
  const app = roomApi();
  app.use(rejectNonText);
  app
    .route("/products", catalogApi(services))
    .route("/categories", categoriesApi(services))
    .route("/pages", pagesApi(services))
    .route("/blogs", blogApi(services))
    .route("/", communityApi(services))
    .route("/places", placesApi(services))
    .route("/stripe", stripeApi(services))
    .route("/discounts", discountsApi(services))
    .route("/gift-cards", giftCardsApi(services))
    .route("/pay", payApi(services))
    .route("/pay", quoteApi(services))
    .route("/pay", offersApi(services))
    .route("/reminders", remindersApi(services))
    .route("/orders", ordersApi(services))
    .route("/sandbox", sandboxApi(services))
    .route("/media", mediaApi(services))
    .route("/", docsApi(app, services))
    .all("*", () => {
      throw new Refusal("address-unknown");
    });
  app.onError(
    (error, c) =>
      declined(error) ?? loggedFaultResponse(error, c.req.path.replace(/^(\/api)?\/?/, "/api/"), "an API call failed"),
  );
  return app;
}
