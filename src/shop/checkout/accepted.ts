import { isSameLine, type Bag, type LineKey } from "~/shop/bag/bag";
import { standingOf, type Catalog } from "~/shop/bag/freshness";
import type { OrderDraft } from "~/shop/bag/order-draft";
import { centsOfDollars, formatCents } from "~/shop/money";
import type { ChangedPrices, SoldOutLines } from "~/shop/orders/order.wire";

/** The bag without what the catalog has no longer. Of what it was not asked for nothing is known. */
export const stillSold = (bag: Bag, catalog: Catalog): Bag =>
  bag.filter((line) => standingOf(line, catalog).kind !== "gone");

/** The lines that the shopper continued to checkout with, as they stand in the bag now; without a draft the whole bag. */
export function linesOf(bag: Bag, draft: OrderDraft | null): Bag {
  if (!draft) return bag;
  const meant = draft.items.map(({ productId, size, color }): LineKey => ({ product: productId, size, color }));
  const lines = bag.filter((line) => meant.some((key) => isSameLine(key, line)));
  return lines.length > 0 ? lines : bag;
}

/** The bag at the prices that the server named and the shopper accepted. */
export const atNewPrices = (bag: Bag, { lines }: ChangedPrices): Bag =>
  bag.map((line) => {
    const now = lines.find((other) => isSameLine(other, line));
    return now ? { ...line, price: centsOfDollars(now.price) } : line;
  });

/** The bag with no more of anything than is left. */
export const withinStock = (bag: Bag, { lines }: SoldOutLines): Bag =>
  bag.flatMap((line) => {
    const short = lines.find((other) => isSameLine(other, line));
    if (!short) return [line];
    return short.left > 0 ? [{ ...line, quantity: Math.min(line.quantity, short.left) }] : [];
  });

/** A sentence for each price that is not what the shopper saw. */
export const priceNotices = (bag: Bag, { lines }: ChangedPrices): string[] =>
  lines.flatMap((now) => {
    const line = bag.find((other) => isSameLine(other, now));
    const price = centsOfDollars(now.price);
    if (!line || line.price === price) return [];
    return [`The price of ${now.name} is now ${formatCents(price)} instead of ${formatCents(line.price)}.`];
  });

/** A sentence for each line of which there is not enough. */
export const stockNotices = ({ lines }: SoldOutLines): string[] =>
  lines.map(({ name, size, color, left }) => {
    const what = [name, color, size].filter((word) => word !== "default").join(", ");
    return left > 0 ? `Only ${left} left of ${what}.` : `${what} has just sold out.`;
  });
