import { formatCents, type Cents } from "~/shop/money";
import { BALANCE_ACT } from "~/shop/payments/balance";
import type { LogKind } from "../log/log-kind";

/** Log kind of acts by which a member notes a movement or a payout as known. */
export const balanceKind: LogKind = {
  kind: BALANCE_ACT,
  title: "Payouts",
  words: ({ new: amount }) => ({
    what: "A movement at the gateway that does not match",
    from: "",
    to: `noted${typeof amount === "number" ? `: ${formatCents(amount as Cents)}` : ""}`,
    way: "/payouts/unmatched",
  }),
  sentence: ({ changes: [first] }) =>
    `The movement${typeof first?.new === "number" ? ` of ${formatCents(first.new as Cents)}` : ""} at the gateway is noted as known.`,
};
