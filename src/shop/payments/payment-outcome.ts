import type { RefusalCode } from "~/shop/refusal";

/** Refusals of requesting a payment. */
export const intentRefusals = [
  "prices-changed",
  "tax-changed",
  "checkout-stopped",
  "sold-out",
  "held-too-much",
  "held-by-network",
  "held-by-others",
  "held-and-let-go",
  "product-unknown",
  "combination-unavailable",
  "code-unknown",
  "code-not-yet",
  "code-expired",
  "code-used",
  "code-of-another",
  "code-minimum",
  "code-other-goods",
  "payment-too-small",
  "payment-arrived",
  "payment-processing",
  "gateway-unavailable",
  "input-invalid",
  "too-many-requests",
] as const satisfies RefusalCode[];

/** Refusals of turning a payment into an order. */
export const orderRefusals = [
  "payment-missing",
  "payment-unknown",
  "payment-processing",
  "payment-returned",
  "order-cancelled",
  "amount-mismatch",
  "tax-unpaid",
  "tax-returned",
  "checkout-stopped",
  "sold-out",
  "product-unknown",
  "combination-unavailable",
  "gateway-unavailable",
  "input-invalid",
] as const satisfies RefusalCode[];

/**
 * Meaning of a refusal for a payment:
 * - `unpaid`: final; no money arrived, and it may be paid again
 * - `returned`: final; the money goes back
 * - `pending`: the money is on its way
 * - `arrived`: an earlier payment of this order has arrived
 * - `retry`: nothing was decided; the same request may succeed later
 * - `ask-server`: it says nothing about the money; only the server knows
 */
export type PaymentOutcome = "unpaid" | "returned" | "pending" | "arrived" | "retry" | "ask-server";

type PayingRefusal = (typeof intentRefusals | typeof orderRefusals)[number];

const outcomes: Record<PayingRefusal, PaymentOutcome> = {
  "payment-missing": "unpaid",
  "tax-unpaid": "unpaid",
  "payment-returned": "returned",
  "tax-returned": "returned",
  "order-cancelled": "returned",
  "payment-processing": "pending",
  "payment-arrived": "arrived",
  "gateway-unavailable": "retry",
  "too-many-requests": "retry",
  "held-by-network": "retry",
  "payment-unknown": "ask-server",
  "amount-mismatch": "ask-server",
  "payment-too-small": "ask-server",
  "input-invalid": "ask-server",
  "prices-changed": "ask-server",
  "tax-changed": "ask-server",
  "checkout-stopped": "retry",
  "sold-out": "ask-server",
  "held-too-much": "ask-server",
  "held-by-others": "ask-server",
  "held-and-let-go": "ask-server",
  "product-unknown": "ask-server",
  "combination-unavailable": "ask-server",
  "code-unknown": "ask-server",
  "code-not-yet": "ask-server",
  "code-expired": "ask-server",
  "code-used": "ask-server",
  "code-of-another": "ask-server",
  "code-minimum": "ask-server",
  "code-other-goods": "ask-server",
};

/** Outcome that a refusal's code means for the payment; for any other code the server is asked. */
export const outcomeOf = (code: RefusalCode): PaymentOutcome =>
  Object.hasOwn(outcomes, code) ? outcomes[code as PayingRefusal] : "ask-server";
