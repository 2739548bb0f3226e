import type { Cents } from "~/shop/money";
import { cents } from "~/shop/money";
import { lineTotal } from "~/shop/bag/bag";
import { type AddedLine, type ChangeableOrder, type ChangePreview, previewChange } from "../changes/change-preview";
import type { Pieces } from "../parcels/pieces";

/** Difference of one line's exchange, in cents; above zero it is to pay. */
export interface ExchangeCost {
  /** With tax. */
  difference: Cents;
  /** Part of a higher price without its tax; 0 where it costs the same or less. */
  fee: Cents;
}

interface Taxes {
  of: (line: AddedLine & { discountShare: Cents }) => Cents;
}

const untaxed: Taxes = { of: () => cents(0) };

/**
 * Pieces of a line and what comes in their place, with discount and tax: a code that counted for the line counts for what comes, if it is for that product.
 *
 * @throws {Refusal} `more-than-left` for more pieces than the line has.
 */
export function exchangedParts(
  known: Pick<ChangeableOrder, "lines" | "sums" | "discount">,
  { position, quantity }: Pieces,
  comes: { variantId: number; price: Cents; product: string },
  taxes = untaxed,
): { goes: ChangePreview["goes"][number]; comes: ChangePreview["comes"][number] } {
  const none = { captured: cents(0), refunded: cents(0), given: cents(0) };
  const order = {
    ...known,
    lines: known.lines.map((line) => ({ ...line, open: line.quantity })),
    ledger: none,
    settings: { deliveryFee: cents(0), freeDeliveryFrom: cents(0) },
    taxOf: taxes.of,
    taxOfDelivery: () => cents(0),
  };
  const wanted = { goes: [{ position, quantity }], comes: [{ ...comes, quantity, replaces: position }] };
  const { goes, comes: come } = previewChange(order, wanted);
  const [[gone], [came]] = [goes, come];
  if (!gone || !came) throw new Error(`The exchange of line ${position} has no lines.`);
  return { goes: gone, comes: came };
}

/** Difference of an exchange by its parts; `paid` is the price of one piece of the line, in cents. */
export function costOf({ goes, comes }: ReturnType<typeof exchangedParts>, paid: Cents): ExchangeCost {
  const before = lineTotal({ price: paid, quantity: goes.quantity }) - goes.discountShare;
  const after = lineTotal(comes) - comes.discountShare;
  const difference = cents(after - before + comes.tax - goes.tax);
  const tax = Math.max(0, Math.min(difference, comes.tax - goes.tax));
  return { difference, fee: cents(Math.max(0, difference - tax)) };
}

/** A cost for fewer pieces than it is of. */
export const costForPieces = ({ difference, fee }: ExchangeCost, pieces: number, of: number): ExchangeCost => ({
  difference: cents(Math.trunc((difference * pieces) / of)),
  fee: cents(Math.trunc((fee * pieces) / of)),
});
