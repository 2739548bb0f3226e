import type { Services } from "~/services";
import { roomApi } from "~/shop/shop.api";
import { receiveWebhook } from "./gateway-events.server";

/** Route of Stripe's webhook; only available when Stripe's keys and the webhook secret are configured. */
export const stripeApi = (services: Services) =>
  roomApi().post("/webhook", async (c) => {
    // Raw text, because the signature is computed over it.
    await receiveWebhook(services, await c.req.text(), c.req.header("stripe-signature") ?? "");
    return c.body(null, 204);
  });
