import type { Stripe } from "stripe";
import { Refusal } from "~/shop/refusal";
import type { GatewayEvent } from "./gateway";
import { gatewayEventOf } from "./stripe-gateway-event";

/** How far the time at which a webhook was signed may lie from ours, in seconds, before and after. */
const TOLERANCE = 300;

/**
 * Verifies a webhook's signature and reads its event. Nothing when the event does not concern the shop.
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
  // Stripe's client only refuses what is too old: an event dated ahead could be replayed until then.
  if (isDatedAhead(signature)) throw new Refusal("signature-invalid");
  return gatewayEventOf(event);
}

/** Whether any time that a signature names lies further ahead than clocks differ. */
const isDatedAhead = (signature: string): boolean =>
  signature.split(",").some((part) => {
    const [name, value] = part.split("=");
    return name?.trim() === "t" && !(Number(value) <= Date.now() / 1000 + TOLERANCE);
  });
