import { Stripe } from "stripe";
import { type Cents, cents } from "~/shop/money";
import type { GatewayRefund, RefundAnswer } from "./gateway";
import { refusing } from "./stripe-errors.server";
import { idempotent } from "./stripe-retries.server";
import { allOf } from "./stripe-lists.server";

/** Refunds of a payment intent, newest first, from all pages, also those made in Stripe's dashboard. */
export const listRefunds = (stripe: Stripe, intentId: string): Promise<GatewayRefund[]> =>
  refusing(allOf(stripe.refunds.list({ payment_intent: intentId, limit: 100 }))).then((all) => all.map(refundOf));

/**
 * Refunds a payment intent, once per key.
 *
 * @throws {Refusal} `gateway-unavailable` when the outcome is unknown.
 */
export function createRefund(stripe: Stripe, intentId: string, amount: Cents, key: string): Promise<RefundAnswer> {
  const params = { payment_intent: intentId, amount, metadata: { refund: key } };
  return refusing(
    idempotent(key, async (idempotencyKey) => {
      // Stripe drops idempotency keys after a day, but keeps refunds.
      const known = (await listRefunds(stripe, intentId)).find((other) => other.key === key);
      return answerOf(known ?? refundOf(await stripe.refunds.create(params, { idempotencyKey })));
    }).catch(refusedAnswer),
  );
}

/** Converts an error with which Stripe refused a refund into an answer; rethrows other errors, which leave the result unknown. */
function refusedAnswer(error: unknown): RefundAnswer {
  const { errors } = Stripe;
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError)
    return { state: "failed", code: error.code ?? error.type };
  throw error;
}

const answerOf = ({ id, state, code = "unknown" }: GatewayRefund): RefundAnswer =>
  state === "failed" ? { state, id, code } : { state, id };

function refundOf({ id, amount, status, metadata, failure_reason: reason }: Stripe.Refund): GatewayRefund {
  const isFailed = status === "failed" || status === "canceled";
  const state = isFailed ? "failed" : status === "succeeded" ? "done" : "pending";
  return { id, key: metadata?.["refund"], amount: cents(amount), state, ...(isFailed && { code: reason ?? status }) };
}
