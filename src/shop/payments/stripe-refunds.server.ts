import type { Stripe } from "stripe";
import { log } from "~/platform/log.server";
import { type Cents, cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { GatewayRefund } from "./gateway";
import { idempotent, refusing } from "./stripe-errors.server";

/** All refunds of a payment intent, whoever requested them. */
export async function listRefunds(stripe: Stripe, intentId: string): Promise<GatewayRefund[]> {
  const { data } = await refusing(stripe.refunds.list({ payment_intent: intentId, limit: 100 }));
  return data.map(refundOf);
}

/**
 * Refunds `amount` of a payment intent, once for a key.
 *
 * @throws {Refusal} `gateway-unavailable`, also when the refund failed at once.
 */
export async function createRefund(
  stripe: Stripe,
  intentId: string,
  amount: Cents,
  key: string,
): Promise<{ id: string }> {
  const params = { payment_intent: intentId, amount, metadata: { refund: key } };
  const refund = await refusing(
    idempotent(key, async (idempotencyKey) => {
      // Stripe forgets keys after a day; a refund itself is never forgotten.
      const known = (await listRefunds(stripe, intentId)).find((other) => other.key === key);
      return known ?? refundOf(await stripe.refunds.create(params, { idempotencyKey }));
    }),
  );
  if (refund.state === "failed") {
    log.error({ request: intentId, refund: refund.id }, "a refund failed at Stripe: somebody has to look at it");
    throw new Refusal("gateway-unavailable");
  }
  return { id: refund.id };
}

const refundOf = ({ id, amount, status, metadata }: Stripe.Refund): GatewayRefund => ({
  id,
  key: metadata?.["refund"],
  amount: cents(amount),
  state: status === "failed" || status === "canceled" ? "failed" : "done",
});
