import type { Stripe } from "stripe";
import { Refusal } from "~/shop/refusal";
import type { GatewayEvent } from "./gateway";
import { gatewayEventOf } from "./stripe-gateway-event";

/** Maximum difference between the webhook's signing time and the server's clock, in seconds. */
const TOLERANCE = 300;

/**
 * Verifies a webhook's signature and parses its event. Returns undefined for an event that does not concern the shop.
 *
 * @throws {Refusal} `signature-invalid` unless Stripe signed it with this secret within the last 5 minutes.
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
  // Stripe's client accepts signing times in the future: such an event could be replayed until that time.
  if (isDatedAhead(signature)) throw new Refusal("signature-invalid");
  return gatewayEventOf(event);
}

/** Whether a time in the signature is ahead of the server's clock by more than the tolerance. */
const isDatedAhead = (signature: string): boolean =>
  signature.split(",").some((part) => {
    const [name, value] = part.split("=");
    return name?.trim() === "t" && !(Number(value) <= Date.now() / 1000 + TOLERANCE);
  });
