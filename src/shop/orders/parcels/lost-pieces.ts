import type { Pieces } from "./pieces";

/** Pieces of a line that were in a lost parcel, and what was done about them. */
export interface LostPieces extends Pieces {
  parcelId: number;
  variantId: number;
  size: string;
  color: string;
  sentAgain: number;
  refunded: number;
}

/** Missing pieces of an order: none, lost pieces that nobody has decided about, or some that wait to leave again. */
export type Missing = "nothing" | "undecided" | "sent-again";

/** Replacements for lost pieces that wait to be sent. */
interface WaitingAgain extends Pieces {
  lostParcelId: number | null;
}

/** Pieces that are lost and have not left again: their shopper never had them. `missing` are the parcels that did not turn up. */
export const missingOf = (lost: LostPieces[], missing: Set<number>, waiting: WaitingAgain[]): Pieces[] =>
  lost
    .filter(({ parcelId }) => missing.has(parcelId))
    .map(({ parcelId, position, quantity, sentAgain }) => {
      const own = waiting.filter((each) => each.lostParcelId === parcelId && each.position === position);
      return { position, quantity: quantity - sentAgain + own.reduce((count, each) => count + each.quantity, 0) };
    });

/** Where the pieces of a line are, beside what is decided about lost ones. */
export interface LineWhereabouts {
  position: number;
  quantity: number;
  /** Paid back, by refunds that did not fail; and called off by refunds that did. */
  refunded: number;
  unpaid: number;
  /** Have yet to leave. */
  left: number;
  /** Left, or wait to be sent in place of others. */
  sent: number;
  /** Sent pieces that are lost and not found, and those that are back here. */
  lost: number;
  back: number;
}

/**
 * How many pieces of a line may still be sent again or paid back because they are lost: never more than the shopper paid for and has
 * neither got, nor will get, nor had paid back.
 */
export const owedOf = ({ quantity, refunded, unpaid, left, sent, lost, back }: LineWhereabouts): number =>
  Math.max(0, quantity - refunded - unpaid - left - (sent - lost - back));

/** Lost pieces about which somebody has yet to decide, of parcels that have not turned up: as many as are still owed, the oldest first. */
export function undecidedOf(lost: LostPieces[], lines: LineWhereabouts[]): (Pieces & { parcelId: number })[] {
  const owed = new Map(lines.map((line) => [line.position, owedOf(line)]));
  return lost.flatMap(({ parcelId, position, quantity, sentAgain, refunded }) => {
    const open = Math.min(quantity - sentAgain - refunded, owed.get(position) ?? 0);
    owed.set(position, (owed.get(position) ?? 0) - open);
    return open > 0 ? [{ parcelId, position, quantity: open }] : [];
  });
}
