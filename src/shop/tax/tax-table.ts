import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { Cents } from "~/shop/money";

/** A rate in parts per million: 8.875 % is 88,750. */
export type Rate = number;

/** Ways to tax a piece; `exempt-below` and `excess` have an amount a piece. */
export const TREATMENTS = ["taxed", "exempt", "exempt-below", "excess"] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** Rule of a state for tax on the delivery fee. */
export const DELIVERY_TAXES = ["not", "with-taxed", "by-share"] as const;
export type DeliveryTax = (typeof DELIVERY_TAXES)[number];

/** Rule of a state for one kind of goods. Without a rule a kind is taxed. */
export interface TaxRule {
  kind: TaxKind;
  treatment: Treatment;
  /** Threshold per piece, in cents: below it exempt, or only the excess is taxed. */
  amount: Cents | null;
  /** Parts of the rate that it holds for; the local part, too, in ranges that say so. */
  part: "both" | "state";
  /** First and last day, as 2026-08-01, both included; null is open. With any of them the rule wins on its days. */
  from: string | null;
  to: string | null;
  /** Highest price per piece that the rule applies to, in cents; above it the next rule applies. */
  cap: Cents | null;
  /** The merchant's name for it, such as "Back to school"; may be empty. */
  name: string;
}

/** Local rate of an inclusive range of ZIPs. */
export interface TaxRange {
  zipFrom: string;
  zipTo: string;
  name: string;
  localRate: Rate;
  /** Whether rules for the state's part hold for the local part as well. */
  localExempt: boolean;
  /** Rate used when several ranges of equal size contain the ZIP: the lower one if any range says "lower". */
  choice: "higher" | "lower";
  source: string;
  /** Day of the rate, as 2026-07-01. */
  day: string;
}

/** Fee for each order, such as a retail delivery fee. */
export interface TaxFee {
  name: string;
  amount: Cents;
  /** Least order value, before discount. */
  fromValue: Cents;
  onlyWithTaxed: boolean;
  from: string | null;
  to: string | null;
  /** Whether the fee itself is taxed. */
  taxed: boolean;
}

/** Rates and rules of a state in which the merchant collects. */
export interface TaxState {
  state: string;
  /** Null: no rate of its own, only its ZIP ranges have rates. */
  stateRate: Rate | null;
  /** Local rate where no range holds the ZIP. */
  localRate: Rate;
  delivery: DeliveryTax;
  source: string;
  /** Day of the rates, as 2026-07-01. */
  day: string;
  ranges: readonly TaxRange[];
  rules: readonly TaxRule[];
  fees: readonly TaxFee[];
}

/** The states in which the merchant collects, by their letters. */
export interface TaxTable {
  states: Readonly<Record<string, TaxState>>;
}
