import { type Bag, isSameLine, type OrderSummary } from "~/shop/bag/bag";
import { taxLinesOf } from "~/shop/bag/tax-lines";
import { cents, formatCents, centsOfDollars, sum } from "~/shop/money";
import { type QuoteAnswer, summaryInWire } from "~/shop/orders/order.wire";
import { customerOf, type Fields } from "./checkout-fields";
import type { Steps } from "./steps";

/** Question for a quote; the browser asks anew when any of it changes. */
export interface Quotable {
  items: Pick<Bag[number], "product" | "size" | "color" | "quantity">[];
  discountCode?: string | undefined;
  email?: string | undefined;
  address: { postalCode: string; street: string; city: string };
}

/** Whether the tax of the purchase is known. */
export type Quoted =
  /** No state is ticked: totals have no tax. */
  | { at: "never" }
  /** The address is not complete. */
  | { at: "no-address" }
  | { at: "asking"; isSlow: boolean }
  /** `notice`: how the total has changed by it, in words. */
  | { at: "known"; notice: string | null }
  | { at: "failed"; message: string };

/** Question about this purchase; null until the address is saved, and for an empty bag. */
export function quotable(bag: Bag, discountCode: string | undefined, fields: Fields, steps: Steps): Quotable | null {
  if (bag.length === 0 || !steps.saved.billing) return null;
  const { address: street, city, postalCode } = customerOf(fields);
  return {
    items: bag.map(({ product, size, color, quantity }) => ({ product, size, color, quantity })),
    ...(discountCode && { discountCode, ...(steps.saved.information && { email: customerOf(fields).email }) }),
    address: { postalCode, street, city },
  };
}

/**
 * Sums of the bag with what the shop quotes for them. Where other prices are in force than the bag shows, only the tax is taken: the shop asks
 * about the prices before it takes money.
 */
export function withQuote(bag: Bag, estimate: OrderSummary, { lines, summary: wire }: QuoteAnswer): OrderSummary {
  const summary = summaryInWire(wire);
  const isAsShown = bag.every((line) =>
    lines.some((now) => isSameLine(now, line) && centsOfDollars(now.price) === line.price),
  );
  if (isAsShown) return summary;
  const { tax, fees, namedFees } = summary;
  return { ...estimate, tax, fees, namedFees, total: cents(estimate.total + tax + fees) };
}

/** Sentence about a total that a quote has changed; null for an unchanged one. */
export function quoteNotice(zip: string, before: OrderSummary["total"], now: OrderSummary): string | null {
  if (before === now.total) return null;
  const total = `Your total is ${formatCents(now.total)} instead of ${formatCents(before)}.`;
  const words = taxWords(now);
  return words ? `${words} for ZIP ${zip}. ${total}` : `We collect no sales tax for ZIP ${zip}. ${total}`;
}

/** "Sales tax of $5.60", "Sales tax and fees of $5.88"; empty without any. */
export function taxWords(summary: OrderSummary): string {
  const lines = taxLinesOf(summary);
  const kinds = [
    ...(lines.some(({ kind }) => kind === "tax") ? ["sales tax"] : []),
    ...(lines.some(({ kind }) => kind === "fee") ? ["fees"] : []),
  ].join(" and ");
  const amount = formatCents(sum(lines.map((line) => line.amount)));
  return kinds && `${kinds.charAt(0).toUpperCase()}${kinds.slice(1)} of ${amount}`;
}

/** Words in the place of a tax that is not counted yet; undefined where none is to come. */
export function taxToCome({ at }: Quoted): string | undefined {
  if (at === "no-address") return "with your address";
  if (at === "asking") return "being counted";
  return at === "failed" ? "not counted yet" : undefined;
}
