import { codeRefusals } from "~/shop/discounts/code-refusals";
import { giftCardRefusals } from "~/shop/gift-cards/gift-card-refusals";
import type { RefusalCode } from "~/shop/refusal";

/** Refusals that requesting a payment may return. */
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
  ...codeRefusals,
  ...giftCardRefusals,
  "gift-cards-changed",
  "payment-too-small",
  "payment-arrived",
  "payment-processing",
  "gateway-unavailable",
  "payments-paused",
  "input-invalid",
  "too-many-requests",
] as const satisfies RefusalCode[];

/** Refusals that turning a payment into an order may return. */
export const orderRefusals = [
  "payment-missing",
  "payment-unknown",
  "payment-processing",
  "payment-returned",
  "order-cancelled",
  "amount-returned",
  "amount-mismatch",
  "tax-unpaid",
  "tax-returned",
  "checkout-stopped",
  "sold-out",
  "product-unknown",
  "combination-unavailable",
  "gateway-unavailable",
  "payments-paused",
  "input-invalid",
] as const satisfies RefusalCode[];
