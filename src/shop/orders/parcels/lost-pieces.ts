import type { Pieces } from "./pieces";

/** Pieces of a line that were in a lost parcel, and what was done about them. */
export interface LostPieces extends Pieces {
  parcelId: number;
  productId: string;
  variantId: number;
  /** Name of another product that was sent in exchange; empty for the line's own. */
  name: string;
  size: string;
  color: string;
  sentAgain: number;
  refunded: number;
}

/** Missing pieces of an order: none, undecided lost ones, or some to be sent again. */
export type Missing = "nothing" | "undecided" | "sent-again";

/** Replacements for lost pieces that wait to be sent. */
interface WaitingAgain extends Pieces {
  lostParcelId: number | null;
}

/** Pieces lost and not sent again: the shopper never received them. `missing` are lost parcels that did not turn up. */
export const missingOf = (lost: LostPieces[], missing: Set<number>, waiting: WaitingAgain[]): Pieces[] =>
  lost
    .filter(({ parcelId }) => missing.has(parcelId))
    .map(({ parcelId, position, quantity, sentAgain }) => {
      const own = waiting.filter((each) => each.lostParcelId === parcelId && each.position === position);
      return { position, quantity: quantity - sentAgain + own.reduce((count, each) => count + each.quantity, 0) };
    });

/** Numbers of a line's pieces by place. */
export interface LineWhereabouts {
  position: number;
  quantity: number;
  /** Refunded by valid refunds; and cancelled by failed ones. */
  refunded: number;
  unpaid: number;
  /** Not sent yet. */
  left: number;
  /** Sent, or waiting replacements. */
  sent: number;
  /** Sent pieces that are lost, and returned ones. */
  lost: number;
  back: number;
}

/** Lost pieces of a line that may still be replaced or refunded: at most those paid for and neither received, expected nor refunded. */
export const owedOf = ({ quantity, refunded, unpaid, left, sent, lost, back }: LineWhereabouts): number =>
  Math.max(0, quantity - refunded - unpaid - left - (sent - lost - back));

/** Undecided lost pieces of parcels that did not turn up: as many as are owed, oldest first. */
export function undecidedOf(lost: LostPieces[], lines: LineWhereabouts[]): (Pieces & { parcelId: number })[] {
  const owed = new Map(lines.map((line) => [line.position, owedOf(line)]));
  return lost.flatMap(({ parcelId, position, quantity, sentAgain, refunded }) => {
    const open = Math.min(quantity - sentAgain - refunded, owed.get(position) ?? 0);
    owed.set(position, (owed.get(position) ?? 0) - open);
    return open > 0 ? [{ parcelId, position, quantity: open }] : [];
  });
}
