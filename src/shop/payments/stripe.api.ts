import type { Services } from "~/services";
import { roomApi } from "~/shop/shop.api";
import { receiveWebhook } from "./gateway-events.server";

/** Webhook address of Stripe, available with Stripe's keys and webhook secret. */
export const stripeApi = (services: Services) =>
  roomApi().post("/webhook", async (c) => {
    // Raw text, which the signature covers.
    await receiveWebhook(services, await c.req.text(), c.req.header("stripe-signature") ?? "");
    return c.body(null, 204);
  });
