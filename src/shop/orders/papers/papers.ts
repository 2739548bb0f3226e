import type { TotalRow } from "~/shop/bag/total-rows";
import type { Cents } from "~/shop/money";
import type { DisputeMark } from "~/shop/payments/refundable";
import type { OrderKind } from "../order-facts";
import { leftToSend } from "../parcels/pieces";

/** Variant of a product as papers print it. */
export interface PaperThing {
  variantId: number;
  name: string;
  size: string;
  color: string;
  sku: string;
  shelf: string;
}

/** Order line with the number of its pieces that were bought, shipped and called off. */
export interface PaperLine extends PaperThing {
  position: number;
  quantity: number;
  sent: number;
  calledOff: number;
}

/** Pieces waiting to be sent in place of returned or lost ones. */
export interface PaperReplacement extends PaperThing {
  returnNumber: string | null;
  lostParcelId: number | null;
  quantity: number;
}

/** Data of an order that its papers print. */
export interface PaperOrder {
  number: string;
  orderedAt: Date;
  kind: OrderKind;
  /** Name and address, line by line. */
  to: string[];
  /** Name of the method of delivery, if it is not the usual one; else empty. */
  method: string;
  lines: PaperLine[];
  /** Rows of the total; empty if the member may not see money. */
  totals: TotalRow[];
  hasTaxOrFees: boolean;
  /** Part of the order value that is gift cards, which are no lines here, in cents; 0 if the member may not see money. */
  ofCards: Cents;
  /** Shipped parcels, oldest first. */
  parcels: { things: (PaperThing & { quantity: number })[] }[];
  replacements: PaperReplacement[];
  /** Changes of the order as text, oldest first. */
  changes: string[];
  /** True while a change of the order waits for its payment, so that nothing may be packed. */
  isHeld: boolean;
  /** Mark of an order whose payment is disputed or lost: somebody has to decide whether the next parcel leaves. */
  dispute: DisputeMark | null;
}

/** A number of pieces of one variant. */
export type PaperPieces = PaperThing & { quantity: number };

/** Parcel to print papers for: the next one to pack, or the last one shipped. */
export interface Box {
  /** Number of this parcel, counted from 1, and number of all parcels of the order. */
  parcel: number;
  parcels: number;
  things: PaperPieces[];
  /** Set for a parcel of replacements, with the number of the return, or null for lost pieces. Null for a normal parcel. */
  insteadOf: { returnNumber: string | null } | null;
  /** Whether the parcel has left. */
  isSent: boolean;
}

/** Pieces of a line that are left to ship. */
export const left = (line: PaperLine): PaperPieces[] => {
  const quantity = leftToSend(line);
  return quantity > 0 ? [{ ...line, quantity }] : [];
};

/** Parcels of an order to print papers for; none if nothing is left to ship and nothing was shipped. */
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
    return toPack.map((box, index) => ({ ...box, parcel: parcels.length + index + 1, parcels: count, isSent: false }));
  const last = parcels.at(-1);
  return last ? [{ things: last.things, insteadOf: null, parcel: count, parcels: count, isSent: true }] : [];
}

/** Contents of the parcels shipped before this one. */
export const sentBefore = ({ parcels }: PaperOrder, box: Box): { parcel: number; things: PaperPieces[] }[] =>
  parcels.slice(0, box.parcel - 1).map(({ things }, index) => ({ parcel: index + 1, things }));

/** Pieces of an order that were called off. */
export const notSent = ({ lines }: PaperOrder): PaperPieces[] =>
  lines.flatMap((line) => (line.calledOff > 0 ? [{ ...line, quantity: line.calledOff }] : []));

export const piecesIn = (things: { quantity: number }[]): number =>
  things.reduce((count, { quantity }) => count + quantity, 0);
