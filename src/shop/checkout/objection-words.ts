import { nameOf } from "~/shop/bag/availability";
import type { Bag } from "~/shop/bag/bag";
import { isSameVariant } from "~/shop/bag/card-facts";
import { variantName } from "~/shop/catalog/stock/variant-name";
import { inTime } from "~/shop/in-time";
import { centsOfDollars, formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { ChangedPrices, HeldLines, HeldTooMuch, SoldBefore, SoldOutLines } from "~/shop/refusal-details";
import { isOf } from "./bag-after-objection";

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
