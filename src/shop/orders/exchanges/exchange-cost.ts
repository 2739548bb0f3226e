import type { Cents } from "~/shop/money";
import { cents } from "~/shop/money";
import { lineTotal } from "~/shop/price";
import { fixedDelivery } from "~/shop/delivery-fee";
import {
  type AddedGoods,
  type AddedLine,
  type ChangeableOrder,
  type ChangePreview,
  previewChange,
} from "../changes/change-preview";
import type { Pieces } from "../parcels/pieces";

/** Difference of one line's exchange, in cents; positive if the shopper has to pay it. */
export interface ExchangeCost {
  /** Difference including tax. */
  difference: Cents;
  /** The difference without its tax; 0 if the new goods cost the same or less. */
  fee: Cents;
}

interface Taxes {
  of: (line: AddedLine & { discountShare: Cents }) => Cents;
}

const untaxed: Taxes = { of: () => cents(0) };

/**
 * Removed pieces of a line and the goods replacing them, with discount and tax. A code that reduced the line reduces the new
 * goods, too, if it is for their product.
 *
 * @throws {Refusal} `more-than-left` for more pieces than the line has.
 */
export function exchangedParts(
  known: Pick<ChangeableOrder, "lines" | "sums" | "terms">,
  { position, quantity }: Pieces,
  comes: Pick<AddedGoods, "variantId" | "price" | "swapPrice"> & { product: string },
  taxes = untaxed,
): { goes: ChangePreview["goes"][number]; comes: ChangePreview["comes"][number] } {
  const none = { captured: cents(0), refunded: cents(0), given: cents(0) };
  const order = {
    ...known,
    // Each line is exchanged on its own, so that its difference does not depend on the others of the return.
    terms: known.terms && { ...known.terms, minimum: null },
    // Amounts that went back stay with the line: an exchange costs the difference of the prices.
    lines: known.lines.map(({ wentBack: _wentBack, ...line }) => ({ ...line, open: line.quantity })),
    ledger: none,
    delivery: fixedDelivery(cents(0)),
    taxOf: taxes.of,
    taxOfDelivery: () => cents(0),
  };
  const wanted = {
    goes: [{ position, quantity }],
    comes: [{ ...comes, weightGrams: null, quantity, replaces: position }],
  };
  const { goes, comes: come } = previewChange(order, wanted);
  const [[gone], [came]] = [goes, come];
  if (!gone || !came) throw new Error(`The exchange of line ${position} has no lines.`);
  return { goes: gone, comes: came };
}

/** Difference of an exchange; `paid` is the price of one removed piece, in cents. */
export function costOf({ goes, comes }: ReturnType<typeof exchangedParts>, paid: Cents): ExchangeCost {
  const before = lineTotal({ price: paid, quantity: goes.quantity }) - goes.discountShare;
  const after = lineTotal(comes) - comes.discountShare;
  const difference = cents(after - before + comes.tax - goes.tax);
  const tax = Math.max(0, Math.min(difference, comes.tax - goes.tax));
  return { difference, fee: cents(Math.max(0, difference - tax)) };
}

/**
 * Part of the difference of kept goods that goes back, in cents, if so many of them are exchanged: what is not due of a paid one, or what they
 * cost less.
 */
export function differenceBack(
  kept: ExchangeCost & { quantity: number; paidAt: Date | null },
  exchanged: number,
): Cents {
  const due = exchanged === 0 ? 0 : costForPieces(kept, exchanged, kept.quantity).difference;
  return cents(Math.max(0, (kept.paidAt ? kept.difference : 0) - due));
}

/** Part of an exchange's cost for fewer pieces; `of` is the number of pieces that the cost is for. */
export const costForPieces = ({ difference, fee }: ExchangeCost, pieces: number, of: number): ExchangeCost => ({
  difference: cents(Math.trunc((difference * pieces) / of)),
  fee: cents(Math.trunc((fee * pieces) / of)),
});
