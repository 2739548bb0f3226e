import type { OrderKind } from "../order-facts";
import { leftToSend } from "../parcels/pieces";

/** A variant of a product as papers name it. */
export interface PaperThing {
  variantId: number;
  name: string;
  size: string;
  color: string;
  sku: string;
  shelf: string;
}

/** A line of an order, with where its pieces are. */
export interface PaperLine extends PaperThing {
  position: number;
  quantity: number;
  sent: number;
  calledOff: number;
}

/** Pieces that wait to be sent in place of others that came back by a return, or were lost in a parcel. */
export interface PaperReplacement extends PaperThing {
  returnNumber: string | null;
  lostParcelId: number | null;
  quantity: number;
}

/** An order as far as its papers say something about it. */
export interface PaperOrder {
  number: string;
  orderedAt: Date;
  kind: OrderKind;
  /** Name and address, a line each. */
  to: string[];
  lines: PaperLine[];
  /** Sent parcels in the order in which they left. */
  parcels: { things: (PaperThing & { quantity: number })[] }[];
  replacements: PaperReplacement[];
}

/** Pieces of one variant. */
export type PaperPieces = PaperThing & { quantity: number };

/** A box of an order: the one to pack next, or the last that left when nothing is left to pack. */
export interface Box {
  /** Which of the order's parcels it is, counted from one, and how many there are with it. */
  parcel: number;
  parcels: number;
  things: PaperPieces[];
  /** The return whose pieces this box replaces; without a number it replaces lost pieces. */
  insteadOf: { returnNumber: string | null } | null;
}

/** The pieces of a line that have not left yet. */
export const left = (line: PaperLine): PaperPieces[] => {
  const quantity = leftToSend(line);
  return quantity > 0 ? [{ ...line, quantity }] : [];
};

/** The boxes of an order that papers are printed for; none when nothing of it ever leaves. */
export function boxesOf({ lines, parcels, replacements }: PaperOrder): Box[] {
  const rest = lines.flatMap(left);
  const instead = Map.groupBy(replacements, ({ returnNumber, lostParcelId }) => returnNumber ?? lostParcelId);
  const toPack = [
    ...(rest.length > 0 ? [{ things: rest, insteadOf: null }] : []),
    ...[...instead.values()].map((things) => ({
      things,
      insteadOf: { returnNumber: things[0]?.returnNumber ?? null },
    })),
  ];
  const count = parcels.length + toPack.length;
  if (toPack.length > 0)
    return toPack.map((box, index) => ({ ...box, parcel: parcels.length + index + 1, parcels: count }));
  const last = parcels.at(-1);
  return last ? [{ things: last.things, insteadOf: null, parcel: count, parcels: count }] : [];
}

/** Contents of the parcels before a box. */
export const sentBefore = ({ parcels }: PaperOrder, box: Box): { parcel: number; things: PaperPieces[] }[] =>
  parcels.slice(0, box.parcel - 1).map(({ things }, index) => ({ parcel: index + 1, things }));

/** Bought pieces that will not come: called off before they left. */
export const notSent = ({ lines }: PaperOrder): PaperPieces[] =>
  lines.flatMap((line) => (line.calledOff > 0 ? [{ ...line, quantity: line.calledOff }] : []));

export const piecesIn = (things: { quantity: number }[]): number =>
  things.reduce((count, { quantity }) => count + quantity, 0);
