import type { Unmatched } from "~/shop/payments/payouts.server";
import { type Cents, formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";

const NAMES: Record<Unmatched["kind"], string> = {
  payment: "Payment",
  refund: "Refund",
  "refund-failed": "Refund that failed",
  dispute: "Dispute",
  fee: "Fee",
  other: "Something else",
  payout: "Payout",
  lacking: "Payment",
};

/** Row for a movement at the gateway that does not match the shop's records. */
export function unmatchedRow({ kind, id, amount, expected, orderNumber, words }: Unmatched) {
  const of = orderNumber ? ` of ${shownNumber(orderNumber)}` : "";
  return {
    id,
    what: `${NAMES[kind]}${of}${!orderNumber && words ? `: ${words}` : ""}`,
    order: orderNumber,
    why: whyOf(kind, expected),
    amount: shown(amount),
    expected: shown(expected),
    canNote: kind !== "lacking",
  };
}

const shown = (amount: Cents | null): string => (amount === null ? "unknown" : formatCents(amount).replace("-", "−"));

function whyOf(kind: Unmatched["kind"], expected: Cents | null): string {
  if (kind === "payout") return "It is not the sum of its movements";
  if (kind === "lacking") return "The gateway's books lack it since more than three days";
  if (expected !== null) return "The amounts differ";
  return kind === "other" ? "Nothing of this shop is named" : `No ${NAMES[kind].toLowerCase()} of this shop`;
}
