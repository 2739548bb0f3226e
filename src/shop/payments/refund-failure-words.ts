import { byName } from "~/platform/by-name";

/** Reasons of failed refunds as shown to members, by code: Stripe's codes, and the shop's own. */
const words = byName<string>({
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
});

/** Reason of a failed refund as a sentence. Unknown codes are shown unchanged. */
export function refundFailureWords(code: string | null): string {
  if (!code || code === "unknown") return "The payment provider gave no reason.";
  return words[code] ?? `The payment provider says: ${code.replaceAll("_", " ")}.`;
}
