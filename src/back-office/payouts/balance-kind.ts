import { formatCents, type Cents } from "~/shop/money";
import { BALANCE_ACT } from "~/shop/payments/balance";
import type { LogKind } from "../log/log-kind";

const ofAmount = (amount: unknown): string => (typeof amount === "number" ? ` of ${formatCents(amount as Cents)}` : "");

/** Log kind of acts by which a member notes a movement or a payout as known, or a refused refund without an order as handled. */
export const balanceKind: LogKind = {
  kind: BALANCE_ACT,
  title: "Payouts",
  words: ({ field, new: amount }) => {
    const sum = typeof amount === "number" ? `: ${formatCents(amount as Cents)}` : "";
    return field === "refund-handled"
      ? { what: "A refused refund without an order", from: "", to: `handled${sum}`, way: "/payouts/refused" }
      : {
          what: "A movement at the gateway that does not match",
          from: "",
          to: `noted${sum}`,
          way: "/payouts/unmatched",
        };
  },
  sentence: ({ changes: [first] }) =>
    first?.field === "refund-handled"
      ? `The refused refund${ofAmount(first.new)} of a payment without an order is handled.`
      : `The movement${ofAmount(first?.new)} at the gateway is noted as known.`,
};
