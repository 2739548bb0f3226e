import { z } from "zod";
import type { GatewayEvent } from "./gateway";

/** What Stripe is asked to tell, and what each message is about. Whatever else it sends is not read. */
const told = {
  "payment_intent.succeeded": "payment",
  "payment_intent.payment_failed": "payment",
  "payment_intent.processing": "payment",
  "payment_intent.canceled": "payment",
  "charge.refunded": "refund",
  "refund.failed": "refund",
  "charge.dispute.created": "dispute",
} as const satisfies Record<string, GatewayEvent["about"]>;

type Told = keyof typeof told;

const Id = z.string().min(1).max(255);

/** Something named by its id, or carried whole. */
const Named = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]);

const Intent = z.object({
  id: Id,
  last_payment_error: z.object({ code: z.string().optional(), decline_code: z.string().optional() }).nullish(),
});
const OfIntent = z.object({ payment_intent: Named });
const Dispute = OfIntent.extend({
  id: Id,
  reason: z.string().max(100),
  amount: z.int().nonnegative(),
  /** Until when the bank hears the merchant's side, in seconds; none when it does not. */
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
});

const Envelope = z.object({ id: Id, type: z.string(), data: z.object({ object: z.unknown() }) });

/**
 * What a message of Stripe is about. Nothing when it is not of the asked kinds or belongs to no request of a shop, such as a
 * refund of a charge made by hand. What it says is only a reason to look: the request itself is asked for the truth.
 */
export function gatewayEventOf(message: unknown): GatewayEvent | undefined {
  const { data: envelope } = Envelope.safeParse(message);
  if (!envelope || !isTold(envelope.type)) return undefined;
  const { id, type, data } = envelope;
  const about = told[type];

  if (about === "payment") {
    const { data: intent } = Intent.safeParse(data.object);
    const why = intent?.last_payment_error?.decline_code ?? intent?.last_payment_error?.code;
    const hasFailed = type === "payment_intent.payment_failed";
    return intent && { id, type, about, requestId: intent.id, details: hasFailed && why ? { why } : {} };
  }
  if (about === "dispute") {
    const { data: dispute } = Dispute.safeParse(data.object);
    if (!dispute) return undefined;
    const { id: disputeId, reason, amount, evidence_details: evidence } = dispute;
    const details: GatewayEvent["details"] = { disputeId, reason, amount };
    if (evidence?.due_by) details["answerBy"] = new Date(evidence.due_by * 1000).toISOString();
    return { id, type, about, requestId: dispute.payment_intent, details };
  }
  const { data: refunded } = OfIntent.safeParse(data.object);
  return refunded && { id, type, about, requestId: refunded.payment_intent, details: {} };
}

const isTold = (type: string): type is Told => Object.hasOwn(told, type);
