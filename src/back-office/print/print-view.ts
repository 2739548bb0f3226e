import { orderNumberIn } from "~/shop/orders/order-number";
import { PAPER_KINDS, type PaperKind } from "./print-address";

/** Kinds of papers that an address asks for, of which orders or returns. */
export interface PrintView {
  kinds: PaperKind[];
  numbers: string[];
  /** How many numbers there were beyond those that are printed at once. */
  tooMany: number;
  /** Typed texts that are no number. */
  unreadable: string[];
}

/** How many orders are printed at once. */
export const MOST = 100;

/**
 * The papers of an address: `kind` and `numbers` may stand there several times, and each may hold several, with commas between
 * them. Without a kind it is slip and label.
 */
export function printView(search: URLSearchParams): PrintView {
  const asked = search.getAll("kind").flatMap((list) => list.split(","));
  const kinds = PAPER_KINDS.filter((kind) => asked.includes(kind));
  const typed = search.getAll("numbers").flatMap((numbers) => numbers.split(/[,;\n]/));
  const named = [...new Set(typed.map((text) => text.trim()).filter((text) => text !== ""))];
  const numbers = [...new Set(named.flatMap((text) => numberIn(text) ?? []))];
  return {
    kinds: kinds.length > 0 ? kinds : ["slip", "label"],
    numbers: numbers.slice(0, MOST),
    tooMany: Math.max(0, numbers.length - MOST),
    unreadable: named.filter((text) => numberIn(text) === undefined).map((text) => text.slice(0, 40)),
  };
}

/** An order's or a return's number in what somebody typed. */
const numberIn = (text: string): string | undefined =>
  orderNumberIn(text) ?? /^R\d{7}$/.exec(text.toUpperCase().replace(/[\s-]/g, ""))?.[0];
