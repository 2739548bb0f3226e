import { type Cents, cents } from "~/shop/money";

const MOST_LETTERS = 40;

/** A code as it was meant: case and spaces do not matter. */
export const codeIn = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/** Why such a text is no code; nothing when it may be one. */
export function codeComplaint(code: string): string | undefined {
  if (code === "") return "Please enter a code.";
  return code.length > MOST_LETTERS ? "This code is not valid." : undefined;
}

/** Purposes for which a merchant may give a code. */
export const purposes = ["promotion", "welcome", "gift-card", "group", "goodwill"] as const;
export type Purpose = (typeof purposes)[number];

/** The reduction by a code, and the ids of the products it is for; without them it is for all. */
export type Discount = TakenOff & { code: string; only?: string[] };

/** The three ways of taking something off. */
export type TakenOff =
  { kind: "percent"; percent: number } | { kind: "amount"; amount: Cents } | { kind: "free-delivery" };

/**
 * The most percent that a discount can take off an order: an amount takes a share of the least order that it is for, and all of a
 * smaller one where there is no least order.
 */
export function mostPercentOff(off: TakenOff, minimum: Cents | null): number {
  if (off.kind === "free-delivery") return 0;
  if (off.kind === "percent") return off.percent;
  return minimum === null || minimum <= off.amount ? 100 : (off.amount * 100) / minimum;
}

/** Whether a discount takes something off a product. */
export const isFor = (discount: Pick<Discount, "only">, product: string | undefined): boolean =>
  discount.only === undefined || (product !== undefined && discount.only.includes(product));

/**
 * Amount of a discount on the value of the products that it is for, in cents: rounded to the nearest cent, never more than the value
 * itself.
 */
export function discountOn(orderValue: Cents, discount: Discount | null): Cents {
  if (!discount || discount.kind === "free-delivery") return cents(0);
  if (discount.kind === "percent") return cents(Math.round((orderValue * discount.percent) / 100));
  return cents(Math.min(orderValue, discount.amount));
}
