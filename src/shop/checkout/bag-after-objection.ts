import type { Bag, VariantKey } from "~/shop/bag/bag";
import { isSameVariant } from "~/shop/bag/card-facts";
import { availabilityOf, type Catalog } from "~/shop/bag/availability";
import type { OrderDraft } from "~/shop/bag/order-draft";
import { centsOfDollars } from "~/shop/money";
import type { ChangedPrices, SoldBefore, SoldOutLines } from "~/shop/refusal-details";

/** The bag without products that the catalog no longer sells; products that were not requested stay. */
export const stillSold = (bag: Bag, catalog: Catalog): Bag =>
  bag.filter((line) => availabilityOf(line, catalog).kind !== "gone");

/** The lines of the draft, as they are in the bag now; the whole bag without a draft, or if the bag has none of its lines. */
export function linesOf(bag: Bag, draft: OrderDraft | null): Bag {
  if (!draft) return bag;
  const meant = draft.items.map(({ productId, size, color }): VariantKey => ({ product: productId, size, color }));
  const lines = bag.filter((line) => meant.some((key) => isSameVariant(key, line)));
  return lines.length > 0 ? lines : bag;
}

/** The bag with the new prices that the shopper accepted. */
export const atNewPrices = (bag: Bag, { lines }: ChangedPrices): Bag =>
  bag.map((line) => {
    const now = lines.find((other) => isSameVariant(other, line));
    return now ? { ...line, price: centsOfDollars(now.price) } : line;
  });

/** The bag with quantities limited to the pieces left. */
export const withinStock = (bag: Bag, { lines }: Pick<SoldOutLines, "lines">): Bag =>
  bag.flatMap((line) => {
    const short = lines.find((other) => isSameVariant(other, line));
    if (!short) return [line];
    return short.left > 0 ? [{ ...line, quantity: Math.min(line.quantity, short.left) }] : [];
  });

/** Whether a line has goods that are no longer sold. */
export const isOf = (line: VariantKey, { product, size, color }: SoldBefore): boolean =>
  line.product === product && [undefined, line.size].includes(size) && [undefined, line.color].includes(color);

/** The bag without goods that are no longer sold. */
export const withoutGone = (bag: Bag, goods: SoldBefore): Bag => bag.filter((line) => !isOf(line, goods));

/** Note for a line that cannot be paid; undefined for other lines. */
export function noteBeside(line: VariantKey, lines: (VariantKey & { left: number })[]): string | undefined {
  const short = lines.find((other) => isSameVariant(other, line));
  if (!short) return undefined;
  return short.left > 0 ? `Only ${short.left} right now` : "Not to be had right now";
}
