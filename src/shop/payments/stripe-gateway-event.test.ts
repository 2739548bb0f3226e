import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { gatewayEventOf, stripeEventTypes } from "./stripe-gateway-event";

const body = (type: string, object: object) => ({ id: "evt_1", object: "event", type, data: { object } });

test("docs/production.md lists the events that the webhook at Stripe has to send: those that the shop handles", async () => {
  const guide = await readFile("docs/production.md", "utf8");
  const listed = /add a webhook to `[^`]+` for ([^]+?)\.\n/.exec(guide)?.[1] ?? "";
  expect([...listed.matchAll(/`([^`]+)`/g)].map(([, type]) => type).toSorted()).toEqual(
    Object.keys(stripeEventTypes).toSorted(),
  );
});

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

  test("an event about a dispute names its payment request, and tells its outcome to earlier releases only", () => {
    const object = { id: "du_1", payment_intent: "pi_1", reason: "fraudulent", amount: 189_00 };
    const told = (type: string, status: string) => gatewayEventOf(body(type, { ...object, status }));
    for (const type of ["created", "updated", "closed", "funds_withdrawn", "funds_reinstated"])
      expect(told(`charge.dispute.${type}`, "needs_response")).toMatchObject({
        kind: "dispute-changed",
        requestId: "pi_1",
        told: { id: "du_1", amount: 189_00, outcome: undefined },
      });
    expect(told("charge.dispute.closed", "lost")).toMatchObject({ told: { outcome: "lost" } });
    for (const status of ["won", "warning_closed"])
      expect(told("charge.dispute.closed", status)).toMatchObject({ told: { outcome: "won" } });
  });

  test("an event about a new dispute contains its amount, reason and deadline", () => {
    const object = { id: "du_1", payment_intent: "pi_1", reason: "fraudulent", amount: 189_00 };
    const told = { id: "du_1", reason: "fraudulent", amount: 189_00 };
    const of = (more: object) => gatewayEventOf(body("charge.dispute.created", { ...object, ...more }));
    expect(of({})).toMatchObject({ requestId: "pi_1", told });
    expect(of({ evidence_details: { due_by: 1_796_860_799 } })).toMatchObject({
      told: { ...told, answerBy: "2026-12-09T23:59:59.000Z" },
    });
    expect(of({ evidence_details: { due_by: null } })).toMatchObject({ told: { ...told, answerBy: undefined } });
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
