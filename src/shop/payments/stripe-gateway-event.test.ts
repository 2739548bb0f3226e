import { describe, expect, test } from "vitest";
import { gatewayEventOf } from "./stripe-gateway-event";

const body = (type: string, object: object) => ({ id: "evt_1", object: "event", type, data: { object } });

describe("a webhook event of Stripe", () => {
  test.each([
    ["payment_intent.succeeded", { id: "pi_1" }, "payment-changed"],
    ["payment_intent.processing", { id: "pi_1" }, "payment-changed"],
    ["payment_intent.canceled", { id: "pi_1" }, "payment-changed"],
    ["charge.refunded", { id: "ch_1", payment_intent: "pi_1" }, "refund-changed"],
    ["charge.refunded", { id: "ch_1", payment_intent: { id: "pi_1", amount: 1 } }, "refund-changed"],
    ["refund.failed", { id: "re_1", payment_intent: "pi_1" }, "refund-changed"],
  ])("an event of type %s contains the id of its payment request", (type, object, kind) => {
    expect(gatewayEventOf(body(type, object))).toEqual({ id: "evt_1", type, kind, requestId: "pi_1" });
  });

  test("an event about a declined card contains the reason", () => {
    const object = { id: "pi_1", last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" } };
    expect(gatewayEventOf(body("payment_intent.payment_failed", object))).toMatchObject({
      kind: "payment-failed",
      reason: "insufficient_funds",
    });
    const generic = { id: "pi_1", last_payment_error: { code: "card_declined" } };
    expect(gatewayEventOf(body("payment_intent.payment_failed", generic))).toMatchObject({ reason: "card_declined" });
  });

  test("an event about a closed dispute says whether it was lost or won, and is ignored without an outcome", () => {
    const object = { id: "du_1", payment_intent: "pi_1", reason: "fraudulent", amount: 189_00 };
    const closed = (status: string) => gatewayEventOf(body("charge.dispute.closed", { ...object, status }));
    expect(closed("lost")).toMatchObject({
      kind: "dispute-lost",
      requestId: "pi_1",
      dispute: { id: "du_1", amount: 189_00 },
    });
    for (const status of ["won", "warning_closed"])
      expect(closed(status)).toMatchObject({ kind: "dispute-won", requestId: "pi_1", dispute: { id: "du_1" } });
    expect(closed("prevented")).toBeUndefined();
  });

  test("an event about a new dispute contains its amount, reason and deadline", () => {
    const object = { id: "du_1", payment_intent: "pi_1", reason: "fraudulent", amount: 189_00 };
    const dispute = { id: "du_1", reason: "fraudulent", amount: 189_00 };
    expect(gatewayEventOf(body("charge.dispute.created", object))).toMatchObject({
      kind: "dispute-opened",
      requestId: "pi_1",
      dispute,
    });
    const due = { ...object, evidence_details: { due_by: 1_796_860_799 } };
    expect(gatewayEventOf(body("charge.dispute.created", due))).toMatchObject({
      dispute: { ...dispute, answerBy: "2026-12-09T23:59:59.000Z" },
    });
    const none = { ...object, evidence_details: { due_by: null } };
    expect(gatewayEventOf(body("charge.dispute.created", none))).toMatchObject({
      dispute: { ...dispute, answerBy: undefined },
    });
  });

  test.each([
    ["of another kind", body("customer.created", { id: "cus_1" })],
    ["of a charge made without a request", body("charge.refunded", { id: "ch_1", payment_intent: null })],
    ["that names a property every object has", body("constructor", { id: "pi_1" })],
    ["without an object", { id: "evt_1", type: "payment_intent.succeeded", data: {} }],
    ["that is no object", "hello"],
    ["that is nothing", null],
  ])("an event %s is ignored", (_, received) => expect(gatewayEventOf(received)).toBeUndefined());
});
