import { cents, formatCents } from "~/shop/money";
import type { OrderMoney } from "~/shop/orders/member-order.server";
import type { Hold } from "~/shop/payments/refundable";

/** Answers of the payment provider to a refund of a disputed payment. */
export const holdWords: Record<Hold, string> = {
  disputed:
    "The shopper's bank disputes this payment. Until the bank has decided, the payment provider refuses every refund of it.",
  "charged-back": "The shopper's bank has given this payment back. It does not go back a second time.",
};

/** Reason for which nothing of an order can be refunded now, although it was paid; empty without a dispute. */
export const whyNoRefund = (money: Pick<OrderMoney, "hold" | "refundable"> | null): string =>
  money?.hold && money.refundable === 0 ? holdWords[money.hold] : "";

/** Sentence about money that a cancellation does not refund because of a dispute; empty without one. */
export function notRefundedWords(money: Pick<OrderMoney, "hold" | "kept" | "refundable"> | null): string {
  if (!money?.hold) return "";
  const held = formatCents(cents(money.kept - money.refundable));
  return money.hold === "disputed"
    ? `${held} does not go back with it: the shopper's bank disputes it and decides over it, and the payment provider refuses to refund it meanwhile.`
    : "What the shopper's bank gave back does not go back a second time.";
}
