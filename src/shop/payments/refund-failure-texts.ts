/** Why a gateway does not carry out a refund, by its code, in words for members. Stripe's codes, and the shop's own. */
const words: Record<string, string> = {
  lost_or_stolen_card: "The card was reported lost or stolen.",
  expired_or_canceled_card: "The card has expired or was cancelled.",
  declined: "The shopper's bank declined it.",
  insufficient_funds: "Your balance with the payment provider is too low.",
  balance_insufficient: "Your balance with the payment provider is too low.",
  charge_already_refunded: "All of this payment has gone back already.",
  charge_disputed: "The shopper's bank disputes this payment, and decides over its money.",
  charge_for_pending_refund_disputed: "The shopper's bank disputes this payment, and decides over its money.",
  charge_exceeds_source_limit: "The payment provider does not give back that much at once.",
  merchant_request: "It was called back at the payment provider.",
  canceled: "It was called back at the payment provider.",
  resource_missing: "The payment provider does not know this payment.",
  nothing_left: "All of this payment had been given back at the payment provider itself.",
};

/** The reason of a refused refund in one sentence. A code that nobody knows stands as it is. */
export function refundFailureWords(code: string | null): string {
  if (!code || code === "unknown") return "The payment provider gave no reason.";
  return words[code] ?? `The payment provider says: ${code.replaceAll("_", " ")}.`;
}
