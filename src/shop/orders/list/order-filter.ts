import { folded } from "~/shop/folded-text";
import type { Money, OrderKind, Shipping, Standing } from "../order-facts";
import { orderNumberIn } from "../order-number";

/** Debts to a shopper by which lists filter: pieces, pieces that are late, or the money of an order under the 30-day rule. */
export const owedStates = ["left", "late", "owed-back"] as const;
export type Owed = (typeof owedStates)[number];

/** Filter of a list of orders; null or empty values do not filter. */
export interface OrderFilter {
  /**
   * Search text: number, name, e-mail address, phone number, street, city, ZIP code, product, color, size, SKU or tracking
   * number, or a part of one. An order must match every word.
   */
  query: string;
  /** Orders with any of these standings. */
  standings: Standing[];
  /**
   * `left` selects orders with something still to ship, `late` those of which something had to leave before today, `owed-back`
   * those whose money is owed back under the 30-day rule.
   */
  shipping: Shipping | Owed | null;
  /** `refunds` selects orders with any refund, done or requested. */
  money: Money | "refunds" | null;
  /** First and last day in the shop's time zone, e.g. 2026-11-20. */
  from: string | null;
  to: string | null;
  product: string | null;
  /** True selects orders with a return that is not settled. */
  isReturning: boolean;
  /** True selects orders with a disputed payment, also one that the bank decided for the shopper. */
  isDisputed: boolean;
  /** Selects orders of this uncounted kind only; null selects counted orders (see `isCounted`). */
  kind: Exclude<OrderKind, "real"> | null;
}

/** Sort order, by time of payment or by total. */
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
  isDisputed: false,
  kind: null,
};

/** Maximum number of words of a search text. */
const WORDS = 6;

/** Pattern of a phone number in any notation: "(505) 555-0100", "+1 505.555.0100". */
const PHONE = /(?<![\p{L}\d])(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?![\p{L}\d])/gu;
/** Pattern of a ZIP+4 code; orders store only five digits. */
const LONG_ZIP = /(?<![\p{L}\d-])(\d{5})-\d{4}(?![\p{L}\d-])/gu;
/** Pattern of a text that consists of a single number with separators. */
const ONE_NUMBER = /^[#+]?[\d\s().-]+$/;

/** Digits of a phone number without the country code 1, with which no area code begins. */
const national = (digits: string): string => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits);

/**
 * Words of a search text. A text of digits and separators only is one word, and so is a phone number in a text; words of one
 * character are ignored.
 */
export function queryWords(query: string): string[] {
  const text = folded(query.replaceAll("\0", "")).trim().replaceAll(LONG_ZIP, "$1");
  if (ONE_NUMBER.test(text)) return [national(text.replace(/\D/g, ""))].filter((digits) => digits.length > 1);
  return text
    .replaceAll(PHONE, (phone) => national(phone.replace(/\D/g, "")))
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^#/, "").replace(/(?<!\.)\.+$/, ""))
    .filter((word) => word.length > 1)
    .slice(0, WORDS);
}

/** Order number, if the whole search text is one. */
export const wholeNumber = (query: string): string | undefined => orderNumberIn(query);
