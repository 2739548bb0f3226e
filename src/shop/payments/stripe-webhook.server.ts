import type { Stripe } from "stripe";
import { Refusal } from "~/shop/refusal";
import type { GatewayEvent } from "./gateway";
import { gatewayEventOf } from "./stripe-gateway-event";

/** Tolerated difference between the webhook's signing time and ours, in seconds. */
const TOLERANCE = 300;

/**
 * Verifies a webhook's signature and parses its event. Undefined for an event that does not concern the shop.
 *
 * @throws {Refusal} `signature-invalid` unless Stripe signed it with this secret, just now.
 */
export async function readStripeWebhook(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string,
): Promise<GatewayEvent | undefined> {
  const event = await stripe.webhooks
    .constructEventAsync(body, signature, secret, TOLERANCE)
    .catch(() => Promise.reject(new Refusal("signature-invalid")));
  // Stripe's client accepts future dates: such an event could be replayed until then.
  if (isDatedAhead(signature)) throw new Refusal("signature-invalid");
  return gatewayEventOf(event);
}

/** Whether a time in the signature is further ahead than clocks may differ. */
const isDatedAhead = (signature: string): boolean =>
  signature.split(",").some((part) => {
    const [name, value] = part.split("=");
    return name?.trim() === "t" && !(Number(value) <= Date.now() / 1000 + TOLERANCE);
  });
