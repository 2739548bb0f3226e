import type { RefusalCode } from "~/shop/refusal";
import type { intentRefusals, orderRefusals } from "./paying-refusals";

/**
 * Meaning of a refusal for a payment:
 * - `unpaid`: final; no money arrived, and the shopper may pay again
 * - `returned`: final; the payment is refunded
 * - `pending`: the payment is being processed
 * - `arrived`: an earlier payment of this order has arrived
 * - `retry`: nothing was decided; the same request may succeed later
 * - `ask-server`: the refusal does not tell whether money arrived; the browser has to ask the server
 */
export type PaymentOutcome = "unpaid" | "returned" | "pending" | "arrived" | "retry" | "ask-server";

/** Refusals of the two calls, and the answer of a shop whose database is unreachable or whose disk is full. */
type PayingRefusal = (typeof intentRefusals | typeof orderRefusals)[number] | "shop-unreachable";

const outcomes: Record<PayingRefusal, PaymentOutcome> = {
  "payment-missing": "unpaid",
  "tax-unpaid": "unpaid",
  "payment-returned": "returned",
  "amount-returned": "returned",
  "tax-returned": "returned",
  "order-cancelled": "returned",
  "payment-processing": "pending",
  "payment-arrived": "arrived",
  "gateway-unavailable": "retry",
  "payments-paused": "retry",
  "shop-unreachable": "retry",
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
  "gift-card-unknown": "ask-server",
  "gift-card-ended": "ask-server",
  "gift-card-empty": "ask-server",
  "gift-card-of-test": "ask-server",
  "gift-cards-changed": "ask-server",
  "code-unknown": "ask-server",
  "code-not-yet": "ask-server",
  "code-expired": "ask-server",
  "code-used": "ask-server",
  "code-of-another": "ask-server",
  "code-minimum": "ask-server",
  "code-other-goods": "ask-server",
};

/** Maps a refusal's code to its meaning for the payment; `ask-server` for any other code. */
export const outcomeOf = (code: RefusalCode): PaymentOutcome =>
  Object.hasOwn(outcomes, code) ? outcomes[code as PayingRefusal] : "ask-server";
