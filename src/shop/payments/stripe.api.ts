import type { Services } from "~/services";
import { roomApi } from "~/shop/shop.api";
import { receiveWebhook } from "./gateway-events.server";

/** Where Stripe sends its messages: there while Stripe takes the money and the secret it signs them with is known. */
export const stripeApi = (services: Services) =>
  roomApi().post("/webhook", async (c) => {
    // The text as it came: a signature fits no other.
    await receiveWebhook(services, await c.req.text(), c.req.header("stripe-signature") ?? "");
    return c.body(null, 204);
  });
