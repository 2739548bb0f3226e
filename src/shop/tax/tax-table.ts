import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { Cents } from "~/shop/money";

/** A rate in parts per million: 8.875 % is 88,750. */
export type Rate = number;

/** Ways to tax a piece; `exempt-below` and `excess` need an amount per piece. */
export const TREATMENTS = ["taxed", "exempt", "exempt-below", "excess"] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** Ways to tax the delivery fee: never, if any goods are taxed, or in proportion to the taxed goods. */
export const DELIVERY_TAXES = ["not", "with-taxed", "by-share"] as const;
export type DeliveryTax = (typeof DELIVERY_TAXES)[number];

/** Rule of a state for one kind of goods. A kind without a rule is taxed. */
export interface TaxRule {
  kind: TaxKind;
  treatment: Treatment;
  /** Threshold per piece in cents: pieces below it are exempt, or only the part above it is taxed. */
  amount: Cents | null;
  /**
   * Rates that the rule applies to: both, or only the state's. Ranges with `localExempt` apply it to their local rate in any
   * case.
   */
  part: "both" | "state";
  /**
   * First and last day, as 2026-08-01, both included; null means unbounded. A rule with either day takes precedence on its days.
   */
  from: string | null;
  to: string | null;
  /** Highest price per piece that the rule applies to, in cents; above it the next rule applies. */
  cap: Cents | null;
  /** The merchant's name of the rule, such as "Back to school"; may be empty. */
  name: string;
}

/** Local rate of a range of ZIPs, first and last ZIP included. */
export interface TaxRange {
  zipFrom: string;
  zipTo: string;
  name: string;
  localRate: Rate;
  /** Whether the rules for the state's rate also apply to the local rate. */
  localExempt: boolean;
  /** Rate used when several ranges of equal size contain the ZIP: the lower one if any range says "lower". */
  choice: "higher" | "lower";
  source: string;
  /** Day of the rate, as published: 2026-07-01. */
  day: string;
}

/** Fee per order, such as a retail delivery fee. */
export interface TaxFee {
  name: string;
  amount: Cents;
  /** Minimum order value, before discount. */
  fromValue: Cents;
  onlyWithTaxed: boolean;
  from: string | null;
  to: string | null;
  /** Whether the fee itself is taxed. */
  taxed: boolean;
}

/** Rates and rules of a state in which the merchant collects tax. */
export interface TaxState {
  state: string;
  /** The state's own rate; null if only its ZIP ranges have rates. */
  stateRate: Rate | null;
  /** Local rate of ZIPs that no range contains. */
  localRate: Rate;
  delivery: DeliveryTax;
  source: string;
  /** Day of the rates, as published: 2026-07-01. */
  day: string;
  ranges: readonly TaxRange[];
  rules: readonly TaxRule[];
  fees: readonly TaxFee[];
}

/** States in which the merchant collects tax, by two-letter code. */
export interface TaxTable {
  states: Readonly<Record<string, TaxState>>;
}
