import { nameIn } from "~/platform/by-name";
import { formatCents, formatRound } from "~/shop/money";
import { stateName } from "~/shop/us-states";
import { rateWords } from "~/shop/tax/rate-text";
import type { StateValues } from "~/shop/tax/state-values";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { DeliveryTax, TaxFee, TaxRule, Treatment } from "~/shop/tax/tax-table";
import { calendarDay, wholeDate } from "~/shop/shop-time";
import { counted } from "../count-words";

/** Short names of the kinds of goods, used as headings. */
export const kindNames: Record<TaxKind, string> = {
  clothing: "Clothing",
  footwear: "Footwear",
  protective: "Protective",
  accessory: "Accessories",
};

export const treatmentNames: Record<Treatment, string> = {
  taxed: "Taxed",
  exempt: "Exempt",
  "exempt-below": "Exempt below",
  excess: "Only what is over",
};

export const deliveryNames: Record<DeliveryTax, string> = {
  not: "Not taxed",
  "with-taxed": "Taxed whenever something in the order is",
  "by-share": "Taxed by the share of what is taxed in the order",
};

/** Short names of the rules for delivery fees, used in table cells. */
export const deliveryShort: Record<DeliveryTax, string> = {
  not: "Not taxed",
  "with-taxed": "Taxed",
  "by-share": "Taxed by share",
};

/** Describes a rule: "Exempt below $110.00, state part". */
export function treatmentWords({ treatment, amount, part }: Pick<TaxRule, "treatment" | "amount" | "part">): string {
  const words =
    treatment === "exempt-below" && amount !== null
      ? `Exempt below ${formatCents(amount)}`
      : treatment === "excess" && amount !== null
        ? `Only over ${formatCents(amount)}`
        : treatmentNames[treatment];
  return part === "state" && treatment !== "taxed" ? `${words}, state part` : words;
}

/** Formats a day as "August 1", with its year if it is not the year of `today`; both are given as 2026-08-01. */
export const dayName = (day: string, today: string): string =>
  calendarDay(new Date(`${day}T12:00:00Z`), new Date(`${today}T12:00:00Z`), "UTC");

/** Whether a rule with dates applies on a day. */
export const isHeldOn = ({ from, to }: Pick<TaxRule, "from" | "to">, day: string): boolean =>
  (from === null || from <= day) && (to === null || day <= to);

/** Formats the dates of a rule: "August 1, 2026 to August 7, 2026" or "from August 1, 2026". */
function spanOfDays({ from, to }: Pick<TaxRule, "from" | "to">): string {
  if (from && to) return from === to ? wholeDate(from, "UTC") : `${wholeDate(from, "UTC")} to ${wholeDate(to, "UTC")}`;
  return from ? `from ${wholeDate(from, "UTC")}` : to ? `until ${wholeDate(to, "UTC")}` : "always";
}

const datedWords = (rule: TaxRule): string =>
  [
    rule.name,
    `${kindNames[rule.kind]} ${treatmentWords(rule).toLowerCase()}`,
    rule.cap !== null && `up to ${formatCents(rule.cap)} a piece`,
    spanOfDays(rule),
  ]
    .filter(Boolean)
    .join(", ");

export const feeWords = ({ name, amount, fromValue }: TaxFee): string =>
  `${name} ${formatCents(amount)}${fromValue > 0 ? ` from ${formatRound(fromValue)}` : ""}`;

/** Labels of a state's fields in the log and in conflicts. */
export const stateFieldNames: Record<keyof StateValues, string> = {
  registered: "Collected",
  stateRate: "State's rate",
  localRate: "Local rate where no ZIP range holds",
  delivery: "Delivery",
  source: "Where the rates came from",
  day: "Day of the rates",
  since: "Collected since",
  isUnchecked: "Usual rules",
  clothing: "Clothing",
  footwear: "Footwear",
  protective: "Protective",
  accessory: "Accessories",
  dated: "Rules with dates",
  fees: "Fees",
  ranges: "Rates by ZIP",
};

const isKind = (field: string): field is TaxKind => field in kindNames;

/** Formats the value of a state's field for the log. */
export function stateValueWords(field: string, value: unknown): string {
  const values = { [field]: value } as unknown as StateValues;
  if (isKind(field)) return treatmentWords(values[field]);
  switch (field) {
    case "registered":
      return value === true ? "Tax is collected" : "No tax is collected";
    case "stateRate":
    case "localRate":
      return value === null ? "none" : rateWords(Number(value));
    case "isUnchecked":
      return value === true ? "filled in, to be checked" : "checked";
    case "delivery":
      return deliveryNames[values.delivery];
    case "dated":
      return values.dated.map(datedWords).join("; ") || "none";
    case "fees":
      return values.fees.map(feeWords).join("; ") || "none";
    case "ranges":
      return values.ranges.length === 0 ? "none" : counted(values.ranges.length, "ZIP range");
    case "day":
    case "since":
      return typeof value === "string" ? wholeDate(value, "UTC") : "not said";
    default:
      return String(value ?? "") || "Empty";
  }
}

/** Name of a state's field; a newer release may have stored others. */
export const stateFieldName = (field: string): string => nameIn(stateFieldNames, field, "Changed");

/** Label of a state's field where the state is not named otherwise: "Sales tax of New York: clothing". */
export const stateFieldWords = (state: string, field: string): string =>
  `Sales tax of ${stateName(state)}: ${stateFieldName(field).toLowerCase()}`;
