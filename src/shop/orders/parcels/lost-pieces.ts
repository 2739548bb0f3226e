import type { Pieces } from "./pieces";

/** Pieces of a line in a lost parcel, and the decisions about them. */
export interface LostPieces extends Pieces {
  parcelId: number;
  productId: string;
  variantId: number;
  /** Name of another product that was sent in exchange; empty for the line's own product. */
  name: string;
  size: string;
  color: string;
  sentAgain: number;
  refunded: number;
}

/** State of an order's missing pieces: none missing, some without a decision, or some to be sent again. */
export type Missing = "nothing" | "undecided" | "sent-again";

/** Replacements for lost pieces that wait to be sent. */
interface WaitingAgain extends Pieces {
  lostParcelId: number | null;
}

/**
 * Lost pieces for which no replacement was sent, or for which it still waits, so that the shopper did not receive them. `missing`
 * contains the lost parcels that did not arrive later.
 */
export const missingOf = (lost: LostPieces[], missing: Set<number>, waiting: WaitingAgain[]): Pieces[] =>
  lost
    .filter(({ parcelId }) => missing.has(parcelId))
    .map(({ parcelId, position, quantity, sentAgain }) => {
      const own = waiting.filter((each) => each.lostParcelId === parcelId && each.position === position);
      return { position, quantity: quantity - sentAgain + own.reduce((count, each) => count + each.quantity, 0) };
    });

/** Numbers of a line's pieces that were shipped, lost, returned and refunded. */
export interface LineWhereabouts {
  position: number;
  quantity: number;
  /** Pieces refunded, without failed refunds; and pieces called off by failed refunds. */
  refunded: number;
  unpaid: number;
  /** Pieces not shipped yet. */
  left: number;
  /** Pieces shipped, including replacements that wait to be sent. */
  sent: number;
  /** Shipped pieces that are lost, and pieces that were returned. */
  lost: number;
  back: number;
}

/**
 * Number of lost pieces of a line that may still be replaced or refunded: at most those that were paid for, and neither received,
 * expected nor refunded.
 */
export const owedOf = ({ quantity, refunded, unpaid, left, sent, lost, back }: LineWhereabouts): number =>
  Math.max(0, quantity - refunded - unpaid - left - (sent - lost - back));

/** Lost pieces about which nothing is decided, of parcels that did not arrive: as many as are owed, oldest first. */
export function undecidedOf(lost: LostPieces[], lines: LineWhereabouts[]): (Pieces & { parcelId: number })[] {
  const owed = new Map(lines.map((line) => [line.position, owedOf(line)]));
  return lost.flatMap(({ parcelId, position, quantity, sentAgain, refunded }) => {
    const open = Math.min(quantity - sentAgain - refunded, owed.get(position) ?? 0);
    owed.set(position, (owed.get(position) ?? 0) - open);
    return open > 0 ? [{ parcelId, position, quantity: open }] : [];
  });
}
