import type { RefusalCode } from "~/shop/refusal";

/** Refusals of a gift card, wherever one is asked: in the field for codes, for a quote, and when an order is paid. */
export const giftCardRefusals = [
  "gift-card-unknown",
  "gift-card-ended",
  "gift-card-empty",
  "gift-card-of-test",
] as const satisfies RefusalCode[];
