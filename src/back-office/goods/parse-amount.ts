import { MOST_PRICE } from "~/shop/catalog/pricing/pricing";
import { type Cents, cents } from "~/shop/money";

/** Parsed value of a field, or a message that says how to type it. */
export type ParsedField = { value: unknown } | { error: string };

/** Parses a typed amount in dollars; the value is null for an empty field. */
export function parseAmount(typed: string): { value: Cents | null } | { error: string } {
  const text = typed.trim().replace(/^\$\s?/, "");
  if (text === "") return { value: null };
  if (/^[-−]/.test(text)) return { error: "Write an amount of 0 or more, without a minus." };
  const plain = text.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, "");
  const amount = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!amount) return { error: "Write dollars, cents after a point: 259.00." };
  const value = Number(amount[1]) * 100 + Number((amount[2] ?? "").padEnd(2, "0"));
  return value > MOST_PRICE ? { error: "Write at most 99,999.99." } : { value: cents(value) };
}

/** Formats an amount for its input field. */
export const formatAmount = (amount: Cents | null | undefined): string =>
  amount === null || amount === undefined ? "" : (amount / 100).toFixed(2);
