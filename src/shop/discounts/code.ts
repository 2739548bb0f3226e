import { type Cents, cents } from "~/shop/money";

const MOST_LETTERS = 40;

/** A code as it was meant: case and spaces do not matter. */
export const codeIn = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/** Why such a text is no code; nothing when it may be one. */
export function codeComplaint(code: string): string | undefined {
  if (code === "") return "Please enter a code.";
  return code.length > MOST_LETTERS ? "This code is not valid." : undefined;
}

/** What a merchant may give a code for. */
export type Purpose = "promotion" | "welcome" | "gift-card" | "group" | "goodwill";

/** What a code takes off. */
export type Discount =
  | { kind: "percent"; code: string; percent: number }
  | { kind: "amount"; code: string; amount: Cents }
  | { kind: "free-delivery"; code: string };

/** What a discount takes off an order value, in cents: rounded to the nearest cent, never more than the value itself. */
export function discountOn(orderValue: Cents, discount: Discount | null): Cents {
  if (!discount || discount.kind === "free-delivery") return cents(0);
  if (discount.kind === "percent") return cents(Math.round((orderValue * discount.percent) / 100));
  return cents(Math.min(orderValue, discount.amount));
}
