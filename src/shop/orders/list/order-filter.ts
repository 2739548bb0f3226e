import type { Money, OrderKind, Shipping, Standing } from "../order-facts";
import { orderNumberIn } from "../order-number";

/** Which orders a list shows; what is null or empty filters nothing. */
export interface OrderFilter {
  /** Number, name, e-mail, SKU, product or tracking number, or a part of one; several words have all to be there. */
  query: string;
  /** Any of these. */
  standings: Standing[];
  /** `left` where anything has yet to be sent. */
  shipping: Shipping | "left" | null;
  /** `refunds` where any money went back or is to. */
  money: Money | "refunds" | null;
  /** From and to these days of the shop's own place, as 2026-11-20. */
  from: string | null;
  to: string | null;
  product: string | null;
  /** Something is coming back that nobody has settled. */
  isReturning: boolean;
  /** Only these, where they stand in a view of their own; else all that count, see `isCounted`. */
  kind: Exclude<OrderKind, "real"> | null;
}

/** By when they were paid, or by their total. */
export type OrderSort = "newest" | "oldest" | "highest" | "lowest";

export const everyOrder: OrderFilter = {
  query: "",
  standings: [],
  shipping: null,
  money: null,
  from: null,
  to: null,
  product: null,
  isReturning: false,
  kind: null,
};

/** So many words of a query are looked for. */
const WORDS = 6;

/** As names and numbers are compared: in lower case, letters without their accents. */
export const searchForm = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** The words of a query. What looks like a number with spaces or dashes in it is one; a single letter is none. */
export function queryWords(query: string): string[] {
  const text = searchForm(query.replaceAll("\0", "")).trim();
  if (/^#?[\d\s-]+$/.test(text)) return [text.replace(/[#\s-]/g, "")].filter((digits) => digits.length > 1);
  return text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^#/, ""))
    .filter((word) => word.length > 1)
    .slice(0, WORDS);
}

/** The whole number of an order, when a query is one. */
export const wholeNumber = (query: string): string | undefined => orderNumberIn(query);
