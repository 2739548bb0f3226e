import { variantName } from "~/shop/catalog/stock/variant-name";
import type { Bag, VariantKey } from "~/shop/bag/bag";
import { isSameVariant } from "~/shop/bag/card-facts";
import { availabilityOf, type Catalog, nameOf } from "~/shop/bag/availability";
import type { OrderDraft } from "~/shop/bag/order-draft";
import { inTime } from "~/shop/in-time";
import { centsOfDollars, formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { ChangedPrices, HeldLines, HeldTooMuch, SoldBefore, SoldOutLines } from "~/shop/refusal-details";

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

const isOf = (line: VariantKey, { product, size, color }: SoldBefore): boolean =>
  line.product === product && [undefined, line.size].includes(size) && [undefined, line.color].includes(color);

/** The bag without goods that are no longer sold. */
export const withoutGone = (bag: Bag, goods: SoldBefore): Bag => bag.filter((line) => !isOf(line, goods));

/** Messages about lines whose goods are no longer sold, one for each. */
export function goneNotices(bag: Bag, goods: SoldBefore | undefined): string[] {
  const gone = goods ? bag.filter((line) => isOf(line, goods)) : [];
  if (gone.length === 0) return ["Something in your bag is no longer sold."];
  return gone.map((line) => `${nameOf(line)} is no longer sold.`);
}

/** Messages about changed prices, one for each. */
export const priceNotices = (bag: Bag, { lines }: ChangedPrices): string[] =>
  lines.flatMap((now) => {
    const line = bag.find((other) => isSameVariant(other, now));
    const price = centsOfDollars(now.price);
    if (!line || line.price === price) return [];
    return [`The price of ${now.name} is now ${formatCents(price)} instead of ${formatCents(line.price)}.`];
  });

/** Messages about lines with too few pieces, one for each. */
export const stockNotices = ({ lines }: SoldOutLines): string[] =>
  lines.map((line) =>
    line.left > 0 ? `Only ${line.left} left of ${variantOf(line)}.` : `${variantOf(line)} has just sold out.`,
  );

/**
 * Messages about lines whose pieces other shoppers have reserved, or which are left to them after this shopper's unpaid
 * reservation expired; with the waiting time.
 */
export const heldNotices = ({ lines, retryAfter }: HeldLines, isLeftToOthers: boolean): string[] => [
  ...(isLeftToOthers ? [new Refusal("held-and-let-go").message] : []),
  ...lines.map((line) => {
    if (line.left > 0) return `Only ${line.left} of ${variantOf(line)} can be bought right now.`;
    return isLeftToOthers
      ? `${variantOf(line)} cannot be bought from here right now.`
      : `${variantOf(line)} is in other riders' checkouts right now.`;
  }),
  ...(retryAfter === undefined
    ? []
    : [isLeftToOthers ? `More can be bought ${inTime(retryAfter)}.` : `More may be free ${inTime(retryAfter)}.`]),
];

/** Message about a bag with more pieces than one checkout may have, and what to do. */
export const tooMuchNotice = ({ most, pieces }: HeldTooMuch): string =>
  `One order holds up to ${most} pieces, and your bag has ${pieces}. Please take out ${pieces - most} and order them afterwards.`;

const variantOf = ({ name, size, color }: { name: string; size: string; color: string }): string =>
  variantName(name, size, color);

/** Note for a line that cannot be paid; undefined for other lines. */
export function noteBeside(line: VariantKey, lines: (VariantKey & { left: number })[]): string | undefined {
  const short = lines.find((other) => isSameVariant(other, line));
  if (!short) return undefined;
  return short.left > 0 ? `Only ${short.left} right now` : "Not to be had right now";
}
