import type { Money, OrderKind, Shipping, Standing } from "../order-facts";
import { orderNumberIn } from "../order-number";

/** Filter of a list of orders; null or empty means any. */
export interface OrderFilter {
  /**
   * Number, name, e-mail, telephone, street, city, ZIP, product, color, size, SKU or tracking number, or a part of one; several words
   * have all to be there.
   */
  query: string;
  /** Any of these. */
  standings: Standing[];
  /** `left`: something is still to be sent. */
  shipping: Shipping | "left" | null;
  /** `refunds`: any refund, done or planned. */
  money: Money | "refunds" | null;
  /** First and last day in the shop's time zone, such as 2026-11-20. */
  from: string | null;
  to: string | null;
  product: string | null;
  /** True: a return is not settled. */
  isReturning: boolean;
  /** Only this uncounted kind; null: counted orders, see `isCounted`. */
  kind: Exclude<OrderKind, "real"> | null;
}

/** By time of payment, or by total. */
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

/** Most words of a query. */
const WORDS = 6;

/** Text for comparisons: lower case without accents. */
export const searchForm = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** A phone number in any notation: "(505) 555-0100", "+1 505.555.0100". */
const PHONE = /(?<![\p{L}\d])(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?![\p{L}\d])/gu;
/** A ZIP+4, of which orders keep five digits. */
const LONG_ZIP = /(?<![\p{L}\d-])(\d{5})-\d{4}(?![\p{L}\d-])/gu;
/** Digits and separators only: a single number. */
const ONE_NUMBER = /^[#+]?[\d\s().-]+$/;

/** Digits of a phone number without the country code: no area code begins with 1. */
const national = (digits: string): string => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits);

/** Words of a query. Numbers with spaces, dots or dashes are one word; single letters are ignored. */
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

/** Order number, if the query is one. */
export const wholeNumber = (query: string): string | undefined => orderNumberIn(query);
