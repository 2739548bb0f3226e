import type { TotalRow } from "~/shop/bag/total-rows";
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

/** A line of an order, with numbers of its pieces by place. */
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
  /** Lines of name and address. */
  to: string[];
  lines: PaperLine[];
  /** Rows of its total, where sales tax or a fee is part of it and the member may see money; else empty. */
  totals: TotalRow[];
  /** Sent parcels in the order in which they left. */
  parcels: { things: (PaperThing & { quantity: number })[] }[];
  replacements: PaperReplacement[];
  /** Changes since it was bought, in words, oldest first. */
  changes: string[];
  /** True while it waits for the payment of a change: nothing of it is packed meanwhile. */
  isHeld: boolean;
}

/** Pieces of one variant. */
export type PaperPieces = PaperThing & { quantity: number };

/** A parcel to print papers for: the next to pack, or the last one sent. */
export interface Box {
  /** Number of the parcel among all, from 1, and their total. */
  parcel: number;
  parcels: number;
  things: PaperPieces[];
  /** Set for a parcel of replacements: number of the return, or a null number for lost pieces. Null for a normal parcel. */
  insteadOf: { returnNumber: string | null } | null;
}

/** Unsent pieces of a line. */
export const left = (line: PaperLine): PaperPieces[] => {
  const quantity = leftToSend(line);
  return quantity > 0 ? [{ ...line, quantity }] : [];
};

/** Parcels of an order to print papers for; empty when nothing will be sent. */
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

/** Cancelled pieces. */
export const notSent = ({ lines }: PaperOrder): PaperPieces[] =>
  lines.flatMap((line) => (line.calledOff > 0 ? [{ ...line, quantity: line.calledOff }] : []));

export const piecesIn = (things: { quantity: number }[]): number =>
  things.reduce((count, { quantity }) => count + quantity, 0);
