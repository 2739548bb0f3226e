import { cents } from "~/shop/money";
import type { GatewayDispute, GatewayEvent, ToldDispute } from "./gateway";

/**
 * A gateway event as stored in its job. Do not rename its fields: jobs of earlier releases may wait in the queue, and processes
 * of two releases share the queue during an update.
 */
export interface GatewayEventPayload {
  id: string;
  type: string;
  about: "payment" | "refund" | "dispute";
  requestId: string;
  details: Record<string, string | number>;
}

/**
 * Values of `type` that distinguish a failed payment from other changes. The ones of disputes are read only by earlier releases,
 * which believe the event: they take every closed dispute for a lost one, so a won dispute has a type that the gateway does not
 * send.
 */
const PAYMENT_FAILED = "payment_intent.payment_failed";
const DISPUTE_TYPES = { lost: "charge.dispute.closed", won: "charge.dispute.won" } as const;

/** Converts an event into the payload of its job. */
export function payloadOf(event: GatewayEvent): GatewayEventPayload {
  const { id, type, requestId } = event;
  switch (event.kind) {
    case "payment-changed":
      return { id, type, about: "payment", requestId, details: {} };
    case "payment-failed":
      return { id, type: PAYMENT_FAILED, about: "payment", requestId, details: failureDetails(event.reason) };
    case "refund-changed":
      return { id, type, about: "refund", requestId, details: {} };
    case "dispute-changed": {
      const { outcome, ...told } = event.told;
      return {
        id,
        type: outcome ? DISPUTE_TYPES[outcome] : type,
        about: "dispute",
        requestId,
        details: toldDetails(told),
      };
    }
  }
}

/** Converts a job's payload back into the event. */
export function eventOf({ id, type, about, requestId, details }: GatewayEventPayload): GatewayEvent {
  const common = { id, type, requestId };
  if (about === "refund") return { ...common, kind: "refund-changed" };
  if (about === "dispute") return { ...common, kind: "dispute-changed", told: toldIn(type, details) };
  if (type !== PAYMENT_FAILED) return { ...common, kind: "payment-changed" };
  return { ...common, kind: "payment-failed", reason: details["why"]?.toString() };
}

/** Details of a failed payment in an order's history. */
export const failureDetails = (reason: string | undefined): Record<string, string> => (reason ? { why: reason } : {});

/** Details of a dispute in an order's history. */
export const disputeDetails = ({
  id,
  reason,
  amount,
  answerBy,
}: Pick<GatewayDispute, "id" | "reason" | "amount" | "answerBy">): Record<string, string | number> =>
  toldDetails({ id, reason, amount, answerBy: answerBy?.toISOString() });

const toldDetails = ({ id, reason, amount, answerBy }: Omit<ToldDispute, "outcome">) => ({
  disputeId: id,
  reason,
  amount,
  ...(answerBy && { answerBy }),
});

const toldIn = (type: string, details: GatewayEventPayload["details"]): ToldDispute => ({
  id: String(details["disputeId"]),
  reason: String(details["reason"]),
  amount: cents(Number(details["amount"])),
  answerBy: details["answerBy"]?.toString(),
  outcome: type === DISPUTE_TYPES.lost ? "lost" : type === DISPUTE_TYPES.won ? "won" : undefined,
});
