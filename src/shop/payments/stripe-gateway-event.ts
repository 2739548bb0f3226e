import { z } from "zod";
import { cents } from "~/shop/money";
import type { GatewayEvent, ToldDispute } from "./gateway";

/** Event types that the shop handles; others are ignored. Stripe's webhook is to send these, as docs/production.md lists them. */
export const stripeEventTypes = {
  "payment_intent.succeeded": "payment-changed",
  "payment_intent.payment_failed": "payment-failed",
  "payment_intent.processing": "payment-changed",
  "payment_intent.canceled": "payment-changed",
  "charge.refunded": "refund-changed",
  "refund.failed": "refund-changed",
  "refund.updated": "refund-changed",
  "charge.dispute.created": "dispute-changed",
  "charge.dispute.updated": "dispute-changed",
  "charge.dispute.closed": "dispute-changed",
  "charge.dispute.funds_withdrawn": "dispute-changed",
  "charge.dispute.funds_reinstated": "dispute-changed",
} as const satisfies Record<string, GatewayEvent["kind"]>;

type StripeEventType = keyof typeof stripeEventTypes;

/** Outcomes of a closed dispute by its status. An inquiry that ends without a dispute moved no money. */
const outcomes: ReadonlyMap<string | undefined, ToldDispute["outcome"]> = new Map([
  ["lost", "lost"],
  ["won", "won"],
  ["warning_closed", "won"],
]);

const Id = z.string().min(1).max(255);

/** A reference, which Stripe sends either as an id or expanded to the object itself. */
const Reference = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]);

const PaymentIntent = z.object({
  id: Id,
  last_payment_error: z.object({ code: z.string().optional(), decline_code: z.string().optional() }).nullish(),
});
const OfPaymentIntent = z.object({ payment_intent: Reference });
const StripeDispute = OfPaymentIntent.extend({
  id: Id,
  reason: z.string().max(100),
  amount: z.int().nonnegative(),
  status: z.string().max(100).optional(),
  /** Deadline for evidence, in seconds since the epoch; unset when the bank accepts none. */
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
});

const Envelope = z.object({ id: Id, type: z.string(), data: z.object({ object: z.unknown() }) });

/**
 * Parses the body of a webhook request. Returns undefined for an unknown type or for an event without a payment request, such as
 * a manual charge. The current state of the payment request is fetched from Stripe separately.
 */
export function gatewayEventOf(body: unknown): GatewayEvent | undefined {
  const { data: envelope } = Envelope.safeParse(body);
  if (!envelope || !isKnown(envelope.type)) return undefined;
  const { id, type, data } = envelope;
  const kind = stripeEventTypes[type];

  if (kind === "payment-changed" || kind === "payment-failed") {
    const { data: intent } = PaymentIntent.safeParse(data.object);
    if (!intent) return undefined;
    const common = { id, type, requestId: intent.id };
    return kind === "payment-failed" ? { ...common, kind, reason: failureReason(intent) } : { ...common, kind };
  }
  if (kind === "dispute-changed") {
    const { data: dispute } = StripeDispute.safeParse(data.object);
    return dispute && { id, type, kind, requestId: dispute.payment_intent, told: toldBy(dispute) };
  }
  const { data: refunded } = OfPaymentIntent.safeParse(data.object);
  return refunded && { id, type, kind, requestId: refunded.payment_intent };
}

const isKnown = (type: string): type is StripeEventType => Object.hasOwn(stripeEventTypes, type);

const failureReason = ({ last_payment_error: error }: z.infer<typeof PaymentIntent>): string | undefined =>
  error?.decline_code ?? error?.code;

const toldBy = ({
  id,
  reason,
  amount,
  status,
  evidence_details: evidence,
}: z.infer<typeof StripeDispute>): ToldDispute => ({
  id,
  reason,
  amount: cents(amount),
  answerBy: evidence?.due_by ? new Date(evidence.due_by * 1e3).toISOString() : undefined,
  outcome: outcomes.get(status),
});
