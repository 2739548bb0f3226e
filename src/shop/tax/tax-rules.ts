import { type Cents, cents, formatCents } from "~/shop/money";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { TaxRule } from "./tax-table";

/** Default rule, for a kind of goods without a rule in the state. */
const taxed = (kind: TaxKind): TaxRule => ({
  kind,
  treatment: "taxed",
  amount: null,
  part: "both",
  from: null,
  to: null,
  cap: null,
  name: "",
});

/** Whether a day, as 2026-08-01, is between two days, both included; null means unbounded. */
export const isWithin = (day: string, { from, to }: { from: string | null; to: string | null }): boolean =>
  (from === null || from <= day) && (to === null || day <= to);

const isDated = ({ from, to }: TaxRule): boolean => from !== null || to !== null;

/**
 * Finds the rule for a piece of this kind and price: the dated rule with the latest first day, or else the permanent rule. A rule
 * with a maximum price does not apply to dearer pieces.
 */
export function ruleFor(rules: readonly TaxRule[], kind: TaxKind, price: Cents, day: string): TaxRule {
  const holding = rules.filter(
    (rule) => rule.kind === kind && isWithin(day, rule) && (rule.cap === null || price <= rule.cap),
  );
  const [dated] = holding
    .filter(isDated)
    .toSorted((a, b) => order(b.from) - order(a.from) || order(a.to) - order(b.to));
  return dated ?? holding.find((rule) => !isDated(rule)) ?? taxed(kind);
}

/** Converts days to numbers for sorting; null sorts before all days. */
const order = (day: string | null): number => (day === null ? 0 : Number(day.replaceAll("-", "")));

/** Taxed part of a piece's price under a rule, in cents. */
export function taxedOf({ treatment, amount }: TaxRule, price: Cents): Cents {
  switch (treatment) {
    case "taxed":
      return price;
    case "exempt":
      return cents(0);
    case "exempt-below":
      return price < (amount ?? 0) ? cents(0) : price;
    case "excess":
      return cents(Math.max(0, price - (amount ?? 0)));
  }
}

/** Describes a rule: "exempt below $110.00, state part". */
export function ruleWords({ treatment, amount, part, name }: TaxRule): string {
  const words = {
    taxed: "taxed",
    exempt: "exempt",
    "exempt-below": `exempt below ${formatCents(amount ?? cents(0))}`,
    excess: `only over ${formatCents(amount ?? cents(0))}`,
  }[treatment];
  const whole = part === "state" && treatment !== "taxed" ? `${words}, state part` : words;
  return name ? `${whole} (${name})` : whole;
}
