import type { Line } from "~/shop/bag/bag";
import { lineTotal } from "~/shop/price";
import { type Cents, cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";

/** Days after which a parcel counts as arrived whose delivery nobody noted. */
export const ON_THE_WAY_DAYS = 7;

/** A number of pieces of one line. */
export interface Pieces {
  position: number;
  quantity: number;
}

/** Goods sent in place of a line's; `name` is set if they are another product, which has no picture. */
export interface InsteadOf {
  size: string;
  color: string;
  name?: string;
  image?: "";
}

/** Size and color that are shown for a replacement, and the name, without a picture, if it is another product than the line's. */
export const insteadOf = ({ name, size, color }: { name: string; size: string; color: string }): InsteadOf => ({
  size,
  color,
  ...(name !== "" && { name, image: "" }),
});

/** Pieces in a parcel; `instead` is the variant sent in exchange, and `isAgain` marks lost pieces sent again. */
export interface SentPieces extends Pieces {
  instead?: InsteadOf;
  isAgain?: true;
}

/** Cause of a replacement: the pieces were returned, lost, or changed before shipping. */
export type ReplacementCause = "return" | "lost" | "change";

/** State of a replacement: reserved for a return, waiting to be packed, sent, or ended without being sent. */
export type ReplacementState = "reserved" | "waiting" | "sent" | "ended";

/** Whether a replacement of a return is to be packed or was sent; reserved and ended replacements do not count. */
export const isExchange = ({ cause, state }: { cause: ReplacementCause; state: ReplacementState }): boolean =>
  cause === "return" && (state === "waiting" || state === "sent");

/** Whether a replacement is to be packed. */
export const isToSend = ({ state }: { state: ReplacementState }): boolean => state === "waiting";

/** Whether a replacement is promised but not sent: reserved, or to be packed. */
export const isWaiting = ({ state }: { state: ReplacementState }): boolean =>
  state === "waiting" || state === "reserved";

/** Decision about a lost parcel that arrived after its pieces were replaced or refunded. */
export type FoundAnswer = "kept" | "asked-back";

/** Carrier and number of a parcel as one text; empty without both. */
export const parcelName = ({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }): string =>
  [carrier, trackingNumber].filter(Boolean).join(" ");

/** Shipped parcel of an order as the shopper may see it: contents, carrier and tracking link. */
export interface Parcel {
  id: number;
  carrier: string;
  trackingNumber: string;
  /** URL of the tracking page; empty for carriers without one. */
  trackingUrl: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  /** Time when the parcel was reported lost; a lost parcel that arrived has this time and `deliveredAt`. */
  lostAt: Date | null;
  /** Decision about a lost parcel that arrived. */
  foundAnswer: FoundAnswer | null;
  lines: SentPieces[];
}

/** Whether a parcel is lost and did not arrive later. */
export const isLost = ({ lostAt, deliveredAt }: Pick<Parcel, "lostAt" | "deliveredAt">): boolean =>
  lostAt !== null && deliveredAt === null;

/** Amounts in cents that went back of goods and of their tax, without being refunded as these goods. */
export interface WentBack {
  goods: Cents;
  tax: Cents;
}

/** Numbers of a line's pieces that were shipped, called off and refunded. */
export interface LineProgress extends Pick<Line, "price" | "quantity"> {
  position: number;
  variantId: number;
  discountShare: Cents;
  tax: Cents;
  sent: number;
  calledOff: number;
  /** Pieces called off by a refund that the gateway later refused, so that they were neither shipped nor refunded. */
  unpaid: number;
  /** Refunded pieces; `entitlement` is the price paid for them in cents, even if only a part of it was refunded. */
  refunded: { quantity: number; entitlement: Cents };
  /** Amounts of the line that went back without any of its pieces, as at the gateway; unset without any. */
  wentBack?: WentBack;
  /** Pieces exchanged for cheaper goods, and the refunded difference in cents; unset without any. */
  exchanged?: { quantity: number; less: Cents };
}

/** Sum of amounts that went back, in cents. */
export const sumOf = (wentBack: WentBack | undefined): Cents => cents((wentBack?.goods ?? 0) + (wentBack?.tax ?? 0));

/** Whether nothing was paid for a line, as for a present. */
export const costsNothing = (line: Pick<LineProgress, "price" | "quantity" | "discountShare" | "tax">): boolean =>
  lineTotal(line) - line.discountShare + line.tax === 0;

/** Number of pieces of a line that are left to ship. */
export const leftToSend = ({
  quantity,
  sent,
  calledOff,
}: Pick<LineProgress, "quantity" | "sent" | "calledOff">): number => Math.max(0, quantity - sent - calledOff);

/** Pieces of all lines that are left to ship. */
export const allLeftToSend = (lines: LineProgress[]): Pieces[] =>
  lines.flatMap((line) => (leftToSend(line) > 0 ? [{ position: line.position, quantity: leftToSend(line) }] : []));

/**
 * Refund of some pieces of a line, in cents, with tax and after the discount; partial refunds add up to exactly the price paid,
 * less what went back of the line without its pieces.
 *
 * @throws {Refusal} `more-than-left` if fewer pieces are left to refund, or the quantity is not a positive whole number.
 */
export function refundOf(
  line: Pick<LineProgress, "price" | "quantity" | "discountShare" | "tax" | "refunded" | "wentBack">,
  quantity: number,
): Cents {
  const pieces = line.refunded.quantity + quantity;
  if (!Number.isInteger(quantity) || quantity < 1 || pieces > line.quantity) throw new Refusal("more-than-left");
  const paid = lineTotal(line) - line.discountShare + line.tax;
  const wentBack = sumOf(line.wentBack);
  if (wentBack === 0)
    return cents(Math.max(0, Math.floor((paid * pieces) / line.quantity) - line.refunded.entitlement));
  const left = Math.max(0, paid - line.refunded.entitlement - wentBack);
  return cents(Math.floor((left * quantity) / (line.quantity - line.refunded.quantity)));
}

/**
 * Refund of some pieces of a line as `refundOf`, minus differences that were refunded when pieces were exchanged for cheaper
 * goods. Pieces that were not exchanged are refunded first.
 *
 * @throws {Refusal} as `refundOf`.
 */
export function refundableOf(
  line: Parameters<typeof refundOf>[0] & Pick<LineProgress, "exchanged">,
  quantity: number,
): Cents {
  const { quantity: exchanged, less } = line.exchanged ?? { quantity: 0, less: cents(0) };
  const others = Math.max(0, line.quantity - line.refunded.quantity - exchanged);
  const ofExchanged = Math.min(Math.max(0, quantity - others), exchanged);
  const wentBack = exchanged === 0 ? 0 : Math.ceil((less * ofExchanged) / exchanged);
  return cents(Math.max(0, refundOf(line, quantity) - wentBack));
}

/**
 * Lines of the requested pieces, each with its pieces added up.
 *
 * @throws {Refusal} `more-than-left` if nothing is requested, or a line is unknown, or a quantity is not positive or too large.
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
