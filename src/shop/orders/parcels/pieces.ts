import { lineTotal, type Line } from "~/shop/bag/bag";
import { type Cents, cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";

/** So many pieces of one line of an order. */
export interface Pieces {
  position: number;
  quantity: number;
}

/** Pieces in a parcel; `instead` is the variant that was sent in place of the one bought, `isAgain` what was lost before. */
export interface SentPieces extends Pieces {
  instead?: { size: string; color: string };
  isAgain?: true;
}

/** Why something is sent in place of what was bought: it came back, it was lost, or the order was changed. */
export type ReplacementCause = "return" | "lost" | "change";

/** How far something sent in place is: held for a while, to be packed, gone, or not sent after all. */
export type ReplacementState = "reserved" | "waiting" | "sent" | "ended";

/** Whether something is or was sent in place of what came back. */
export const isExchange = ({ cause, state }: { cause: ReplacementCause; state: ReplacementState }): boolean =>
  cause === "return" && state !== "ended";

/** Whether something is held or waits to be sent. */
export const isWaiting = ({ state }: { state: ReplacementState }): boolean =>
  state === "waiting" || state === "reserved";

/** Decisions about a lost parcel that arrived after something was done in its place. */
export type FoundAnswer = "kept" | "asked-back";

/** A sent parcel of an order, as its shopper may see it: its contents, its carrier, and where to follow it. */
export interface Parcel {
  id: number;
  carrier: string;
  trackingNumber: string;
  /** Empty when the carrier has no such page. */
  trackingUrl: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  /** Since when it counts as lost; one that arrived after all has both times. */
  lostAt: Date | null;
  /** A member's decision about a parcel that was found. */
  foundAnswer: FoundAnswer | null;
  lines: SentPieces[];
}

/** Whether a parcel is lost, and has not turned up. */
export const isLost = ({ lostAt, deliveredAt }: Pick<Parcel, "lostAt" | "deliveredAt">): boolean =>
  lostAt !== null && deliveredAt === null;

/** Where the pieces of a line are: sent, called off before they were sent, paid back. */
export interface LineProgress extends Pick<Line, "price" | "quantity"> {
  position: number;
  variantId: number;
  discountShare: Cents;
  tax: Cents;
  sent: number;
  calledOff: number;
  /** Pieces cancelled by a refund that the gateway later refused: neither sent nor paid back. */
  unpaid: number;
  /** `entitlement` is what was paid for those pieces, whatever of it was given. */
  refunded: { quantity: number; entitlement: Cents };
}

/** How many pieces of a line have yet to leave the house. */
export const leftToSend = ({
  quantity,
  sent,
  calledOff,
}: Pick<LineProgress, "quantity" | "sent" | "calledOff">): number => Math.max(0, quantity - sent - calledOff);

/** All that has yet to leave the house. */
export const allLeftToSend = (lines: LineProgress[]): Pieces[] =>
  lines.flatMap((line) => (leftToSend(line) > 0 ? [{ position: line.position, quantity: leftToSend(line) }] : []));

/**
 * Amount of a refund for so many pieces of a line, in cents: its part of the discount is off, and however the pieces are divided over
 * refunds, these add up to exactly what was paid for the line.
 *
 * @throws {Refusal} `more-than-left` when that many are not left to give back.
 */
export function refundOf(
  line: Pick<LineProgress, "price" | "quantity" | "discountShare" | "tax" | "refunded">,
  quantity: number,
): Cents {
  const pieces = line.refunded.quantity + quantity;
  if (!Number.isInteger(quantity) || quantity < 1 || pieces > line.quantity) throw new Refusal("more-than-left");
  const paid = lineTotal(line) - line.discountShare + line.tax;
  return cents(Math.max(0, Math.floor((paid * pieces) / line.quantity) - line.refunded.entitlement));
}

/**
 * The lines that pieces were requested of, each once.
 *
 * @throws {Refusal} `more-than-left` when the order has no such line or not that many.
 */
export function chosenLines(
  lines: LineProgress[],
  requested: Pieces[],
  left: (line: LineProgress) => number,
): { line: LineProgress; quantity: number }[] {
  const chosen = lines.flatMap((line) => {
    const own = requested.filter(({ position }) => position === line.position);
    const quantity = own.reduce((total, pieces) => total + pieces.quantity, 0);
    return own.length > 0 ? [{ line, quantity }] : [];
  });
  const isKnown = requested.every(
    ({ position, quantity }) =>
      Number.isInteger(quantity) && quantity > 0 && lines.some((line) => line.position === position),
  );
  if (chosen.length === 0 || !isKnown || chosen.some(({ line, quantity }) => quantity > left(line)))
    throw new Refusal("more-than-left");
  return chosen;
}
