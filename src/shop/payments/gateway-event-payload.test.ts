import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import type { GatewayEvent } from "./gateway";
import { eventOf, type GatewayEventPayload, payloadOf } from "./gateway-event-payload";

const answerBy = "2026-12-09T23:59:59.000Z";
const told = {
  id: "du_1",
  reason: "fraudulent",
  amount: cents(189_00),
  answerBy: undefined,
  outcome: undefined,
};
const disputed = { type: "charge.dispute.created", about: "dispute" } as const;
const details = { disputeId: "du_1", reason: "fraudulent", amount: 189_00 };
const failed = { type: "payment_intent.payment_failed", about: "payment" } as const;

// Payloads as stored in queues: a changed shape needs a migration of stored jobs.
const cases: [string, Omit<GatewayEventPayload, "id" | "requestId">, object][] = [
  ["payment-changed", { type: "payment_intent.succeeded", about: "payment", details: {} }, {}],
  ["payment-failed", { ...failed, details: { why: "insufficient_funds" } }, { reason: "insufficient_funds" }],
  ["payment-failed", { ...failed, details: {} }, { reason: undefined }],
  ["refund-changed", { type: "charge.refunded", about: "refund", details: {} }, {}],
  ["refund-changed", { type: "refund.failed", about: "refund", details: {} }, {}],
  ["dispute-changed", { ...disputed, details: { ...details, answerBy } }, { told: { ...told, answerBy } }],
  ["dispute-changed", { ...disputed, details }, { told }],
  [
    "dispute-changed",
    { type: "charge.dispute.closed", about: "dispute", details },
    { told: { ...told, outcome: "lost" } },
  ],
  ["dispute-changed", { type: "charge.dispute.won", about: "dispute", details }, { told: { ...told, outcome: "won" } }],
];

describe("the payload of a gateway event's job", () => {
  test.each(cases)("the payload of %s is stored in an unchanged shape", (kind, stored, details) => {
    const payload: GatewayEventPayload = { id: "evt_1", requestId: "pi_1", ...stored };
    const event = { id: "evt_1", type: stored.type, requestId: "pi_1", kind, ...details } as GatewayEvent;

    expect(eventOf(payload)).toEqual(event);
    expect(payloadOf(event)).toEqual(payload);
  });
});
