import type { Stripe } from "stripe";
import { byName } from "~/platform/by-name";
import { type Cents, cents } from "~/shop/money";
import type { GatewayDispute } from "./gateway";
import type { DisputeState } from "./refundable";
import { refusing } from "./stripe-errors.server";
import { allOf } from "./stripe-lists.server";

/**
 * All disputes of a payment intent.
 *
 * @throws {Refusal} `gateway-unavailable`, also when the key may not read disputes.
 */
export const listDisputes = (stripe: Stripe, intentId: string): Promise<GatewayDispute[]> =>
  refusing(allOf(stripe.disputes.list({ payment_intent: intentId, limit: 100 }))).then((all) => all.map(disputeOf));

/**
 * Ids of the payment intents whose disputes were opened at or after a moment.
 *
 * @throws {Refusal} as `listDisputes`.
 */
export const listDisputedIntents = (stripe: Stripe, since: Date): Promise<string[]> =>
  refusing(allOf(stripe.disputes.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }))).then(
    (all) => [...new Set(all.flatMap(({ payment_intent: intent }) => idOf(intent) ?? []))],
  );

const idOf = (intent: Stripe.Dispute["payment_intent"]): string | undefined =>
  typeof intent === "string" ? intent : intent?.id;

/** States by Stripe's status. A dispute that was prevented and an inquiry that ended cost nothing. */
const STATES = byName<DisputeState>({
  warning_needs_response: "to-answer",
  needs_response: "to-answer",
  appeal_needs_response: "to-answer",
  warning_under_review: "with-bank",
  under_review: "with-bank",
  appeal_under_review: "with-bank",
  warning_closed: "won",
  prevented: "won",
  won: "won",
  lost: "lost",
});

/** Statuses after a decision for the shopper; an appeal may still bring the money back. */
const DECIDED_FOR_SHOPPER: readonly string[] = ["lost", "appeal_needs_response", "appeal_under_review"];

function disputeOf(dispute: Stripe.Dispute): GatewayDispute {
  const { id, reason, amount, status, created, evidence_details: evidence, is_charge_refundable: refundable } = dispute;
  return {
    id,
    reason,
    amount: cents(amount),
    state: STATES[status] ?? "with-bank",
    isRefundable: refundable,
    lost: DECIDED_FOR_SHOPPER.includes(status) ? withdrawnOf(dispute) : cents(0),
    answerBy: evidence.due_by === null ? undefined : new Date(evidence.due_by * 1000),
    openedAt: new Date(created * 1000),
  };
}

/** Money withdrawn less money put back, in cents: a dispute that is lost in part has both. The disputed amount if none is listed. */
function withdrawnOf({ amount, balance_transactions: moved }: Stripe.Dispute): Cents {
  const taken = moved.filter(({ currency }) => currency === "usd").reduce((sum, each) => sum - each.amount, 0);
  return cents(moved.length === 0 ? amount : Math.max(0, taken));
}
