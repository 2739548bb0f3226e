import type { Money, OrderKind, Shipping, Standing } from "../order-facts";
import { orderNumberIn } from "../order-number";

/** Which orders a list shows; what is null or empty filters nothing. */
export interface OrderFilter {
  /**
   * Number, name, e-mail, telephone, street, city, ZIP, product, color, size, SKU or tracking number, or a part of one; several words
   * have all to be there.
   */
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

/** A telephone among other words, however it is written: "(505) 555-0100", "+1 505.555.0100". */
const PHONE = /(?<![\p{L}\d])(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?![\p{L}\d])/gu;
/** A ZIP with the four digits that no order keeps. */
const LONG_ZIP = /(?<![\p{L}\d-])(\d{5})-\d{4}(?![\p{L}\d-])/gu;
/** Nothing but digits and what is written between them: one number. */
const ONE_NUMBER = /^[#+]?[\d\s().-]+$/;

/** The digits of a telephone without those of its country: no area code begins with 1. */
const national = (digits: string): string => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits);

/** The words of a query. What looks like a number with spaces, dots or dashes in it is one; a single letter is none. */
export function queryWords(query: string): string[] {
  const text = searchForm(query.replaceAll("\0", "")).trim().replaceAll(LONG_ZIP, "$1");
  if (ONE_NUMBER.test(text)) return [national(text.replace(/\D/g, ""))].filter((digits) => digits.length > 1);
  return text
    .replaceAll(PHONE, (phone) => national(phone.replace(/\D/g, "")))
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^#/, "").replace(/\.+$/, ""))
    .filter((word) => word.length > 1)
    .slice(0, WORDS);
}

/** The whole number of an order, when a query is one. */
export const wholeNumber = (query: string): string | undefined => orderNumberIn(query);
