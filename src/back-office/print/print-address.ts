import { orderNumberIn } from "~/shop/orders/order-number";

/** Kinds of papers, in printing order. */
export const PAPER_KINDS = ["pick", "slip", "label", "return"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** Papers to print: kinds, and numbers of orders or returns. */
export interface PrintView {
  kinds: PaperKind[];
  numbers: string[];
  /** Number of orders and returns above the limit, which are ignored. */
  tooMany: number;
  /** Typed texts that are not a valid number. */
  unreadable: string[];
}

/** Maximum number of orders that are printed at once. */
export const MOST = 100;

/**
 * Parses the papers in an address: `kind` and `numbers` may be repeated and contain several values separated by commas. The
 * default kinds are slip and label.
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

/** Parses a typed number of an order or a return; undefined if it is not valid. */
const numberIn = (text: string): string | undefined =>
  orderNumberIn(text) ?? /^R\d{7}$/.exec(text.toUpperCase().replace(/[\s-]/g, ""))?.[0];

/** Address of papers to print; `list` is the query of the list in which the orders were chosen. */
export const printAddress = (kinds: readonly PaperKind[], numbers: readonly string[], list = ""): string =>
  `/orders/print?kind=${kinds.join(",")}&numbers=${numbers.join(",")}${list && `&list=${encodeURIComponent(list)}`}`;
