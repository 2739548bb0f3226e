import { type Bag, isSameLine, type OrderSummary } from "~/shop/bag/bag";
import { taxLinesOf } from "~/shop/bag/tax-lines";
import { cents, formatCents, centsOfDollars, sum } from "~/shop/money";
import { type QuoteAnswer, summaryInWire } from "~/shop/orders/order.wire";
import { customerOf, type Fields } from "./checkout-fields";
import type { Steps } from "./steps";

/** Request for a quote; the browser sends a new one when any part of it changes. */
export interface Quotable {
  items: Pick<Bag[number], "product" | "size" | "color" | "quantity">[];
  discountCode?: string | undefined;
  email?: string | undefined;
  address: { postalCode: string; street: string; city: string };
}

/** State of the sales tax of the purchase. */
export type Quoted =
  /** No state is ticked for tax, so totals have no tax. */
  | { at: "never" }
  /** The address is not complete. */
  | { at: "no-address" }
  | { at: "asking"; isSlow: boolean }
  /** `notice`: message how the total has changed; null if it has not. */
  | { at: "known"; notice: string | null }
  /** `message`: reason of a refusal; null for another failure. */
  | { at: "failed"; message: string | null };

/** Request for a quote of this purchase; null until the address is saved, and for an empty bag. */
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
 * Replaces the sums of the bag by those of a quote. If the quote is based on other prices than the bag shows, only its tax and
 * fees are used: the shop asks the shopper about the prices before payment.
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

/** Message about a total that a quote has changed; null if it has not. */
export function quoteNotice(zip: string, before: OrderSummary["total"], now: OrderSummary): string | null {
  if (before === now.total) return null;
  const total = `Your total is ${formatCents(now.total)} instead of ${formatCents(before)}.`;
  const words = taxWords(now);
  return words ? `${words} for ZIP ${zip}. ${total}` : `We collect no sales tax for ZIP ${zip}. ${total}`;
}

/** Tax and fees as text, such as "Sales tax of $5.60" or "Sales tax and fees of $5.88"; empty if there are none. */
export function taxWords(summary: OrderSummary): string {
  const lines = taxLinesOf(summary);
  const kinds = [
    ...(lines.some(({ kind }) => kind === "tax") ? ["sales tax"] : []),
    ...(lines.some(({ kind }) => kind === "fee") ? ["fees"] : []),
  ].join(" and ");
  const amount = formatCents(sum(lines.map((line) => line.amount)));
  return kinds && `${kinds.charAt(0).toUpperCase()}${kinds.slice(1)} of ${amount}`;
}

/** Text in place of a tax that is not calculated yet; undefined if it is calculated, or if none will be added. */
export function taxToCome({ at }: Quoted): string | undefined {
  if (at === "no-address") return "with your address";
  if (at === "asking") return "being counted";
  return at === "failed" ? "not counted yet" : undefined;
}
