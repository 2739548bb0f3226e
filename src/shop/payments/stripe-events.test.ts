import { describe, expect, test } from "vitest";
import { gatewayEventOf } from "./stripe-events";

const message = (type: string, object: object) => ({ id: "evt_1", object: "event", type, data: { object } });

describe("a message of Stripe", () => {
  test.each([
    ["payment_intent.succeeded", { id: "pi_1" }, "payment"],
    ["payment_intent.processing", { id: "pi_1" }, "payment"],
    ["payment_intent.canceled", { id: "pi_1" }, "payment"],
    ["charge.refunded", { id: "ch_1", payment_intent: "pi_1" }, "refund"],
    ["charge.refunded", { id: "ch_1", payment_intent: { id: "pi_1", amount: 1 } }, "refund"],
    ["refund.failed", { id: "re_1", payment_intent: "pi_1" }, "refund"],
  ])("%s names its request", (type, object, about) => {
    expect(gatewayEventOf(message(type, object))).toEqual({ id: "evt_1", type, about, requestId: "pi_1", details: {} });
  });

  test("about a declined card says why", () => {
    const object = { id: "pi_1", last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" } };
    expect(gatewayEventOf(message("payment_intent.payment_failed", object))?.details).toEqual({
      why: "insufficient_funds",
    });
  });

  test("about a dispute says how much and why", () => {
    const object = { id: "du_1", payment_intent: "pi_1", reason: "fraudulent", amount: 189_00 };
    expect(gatewayEventOf(message("charge.dispute.created", object))).toMatchObject({
      about: "dispute",
      requestId: "pi_1",
      details: {
        disputeId: "du_1",
        reason: "fraudulent",
        amount: 18900,
      },
    });
    const due = { ...object, evidence_details: { due_by: 1_796_860_799 } };
    expect(gatewayEventOf(message("charge.dispute.created", due))?.details).toMatchObject({
      answerBy: "2026-12-09T23:59:59.000Z",
    });
    const none = { ...object, evidence_details: { due_by: null } };
    expect(gatewayEventOf(message("charge.dispute.created", none))?.details).not.toHaveProperty("answerBy");
  });

  test.each([
    ["of another kind", message("customer.created", { id: "cus_1" })],
    ["of a charge made without a request", message("charge.refunded", { id: "ch_1", payment_intent: null })],
    ["that names a property every object has", message("constructor", { id: "pi_1" })],
    ["without an object", { id: "evt_1", type: "payment_intent.succeeded", data: {} }],
    ["that is no message", "hello"],
    ["that is nothing", null],
  ])("%s is not heard", (_, message) => expect(gatewayEventOf(message)).toBeUndefined());
});
