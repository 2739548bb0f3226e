import { formatRound, type Cents } from "~/shop/money";
import { stateName } from "~/shop/us-states";
import type { ChangedLimits } from "~/shop/tax/sales-limits";
import { counted } from "../count-words";

/** Maximum number of states that are named; if there are more, all are only counted. */
const NAMED = 3;

/** Describes changed limits for the log: "Georgia $50,000 or 100 sales". */
export function limitsWords(value: unknown): string {
  const states = Object.entries((value ?? {}) as ChangedLimits);
  if (states.length === 0) return "as they came";
  if (states.length > NAMED) return `${counted(states.length, "state")} changed or noted`;
  return states.map(([state, limit]) => `${stateName(state)} ${ownWords(limit)}`).join("; ");
}

function ownWords({ amount, sales, saidOn }: ChangedLimits[string]): string {
  const limits = [amountWords(amount), sales ? counted(sales, "sale") : ""].filter(Boolean);
  const noted = saidOn ? "noted" : "";
  return (
    [limits.join(" or ") || (amount === null ? "not watched" : ""), noted].filter(Boolean).join(", ") || "as it came"
  );
}

const amountWords = (amount: Cents | null | undefined): string => (amount ? formatRound(amount) : "");
