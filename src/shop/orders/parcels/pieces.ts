import { lineTotal, type Line } from "~/shop/bag/bag";
import { type Cents, cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";

/** A number of pieces of one line. */
export interface Pieces {
  position: number;
  quantity: number;
}

/** Goods that are sent in place of a line's; another product by its name, without a picture. */
export interface InsteadOf {
  size: string;
  color: string;
  name?: string;
  image?: "";
}

/** Name, size and color of a replacement; they override those of the replaced line. */
export const insteadOf = ({ name, size, color }: { name: string; size: string; color: string }): InsteadOf => ({
  size,
  color,
  ...(name !== "" && { name, image: "" }),
});

/** Pieces in a parcel; `instead` is the variant sent in exchange, `isAgain` marks lost pieces sent again. */
export interface SentPieces extends Pieces {
  instead?: InsteadOf;
  isAgain?: true;
}

/** Reason of a replacement: return, loss, or a changed order. */
export type ReplacementCause = "return" | "lost" | "change";

/** State of a replacement: reserved, to be packed, sent, or cancelled. */
export type ReplacementState = "reserved" | "waiting" | "sent" | "ended";

/** Whether a replacement belongs to an exchange that was made. */
export const isExchange = ({ cause, state }: { cause: ReplacementCause; state: ReplacementState }): boolean =>
  cause === "return" && (state === "waiting" || state === "sent");

/** Whether a replacement is to be packed. */
export const isToSend = ({ state }: { state: ReplacementState }): boolean => state === "waiting";

/** Whether a replacement is promised and has not left: reserved or to be packed. */
export const isWaiting = ({ state }: { state: ReplacementState }): boolean =>
  state === "waiting" || state === "reserved";

/** Decisions about a lost parcel that arrived after its pieces were replaced or refunded. */
export type FoundAnswer = "kept" | "asked-back";

/** A sent parcel of an order, as its shopper may see it: its contents, its carrier, and where to follow it. */
export interface Parcel {
  id: number;
  carrier: string;
  trackingNumber: string;
  /** Empty for carriers without a tracking page. */
  trackingUrl: string;
  shippedAt: Date;
  deliveredAt: Date | null;
  /** Time of the report that the parcel is lost; a lost parcel that arrived has both times. */
  lostAt: Date | null;
  /** Decision about a lost parcel that arrived. */
  foundAnswer: FoundAnswer | null;
  lines: SentPieces[];
}

/** Whether a parcel is lost and did not turn up. */
export const isLost = ({ lostAt, deliveredAt }: Pick<Parcel, "lostAt" | "deliveredAt">): boolean =>
  lostAt !== null && deliveredAt === null;

/** Numbers of a line's pieces: sent, cancelled, refunded. */
export interface LineProgress extends Pick<Line, "price" | "quantity"> {
  position: number;
  variantId: number;
  discountShare: Cents;
  tax: Cents;
  sent: number;
  calledOff: number;
  /** Pieces cancelled by a refund that the gateway later refused: neither sent nor paid back. */
  unpaid: number;
  /** `entitlement` is the price paid for those pieces, whatever part was refunded. */
  refunded: { quantity: number; entitlement: Cents };
  /** Pieces exchanged for cheaper goods, and the difference that went back for them; unset where there are none. */
  exchanged?: { quantity: number; less: Cents };
}

/** Unsent pieces of a line. */
export const leftToSend = ({
  quantity,
  sent,
  calledOff,
}: Pick<LineProgress, "quantity" | "sent" | "calledOff">): number => Math.max(0, quantity - sent - calledOff);

/** All unsent pieces. */
export const allLeftToSend = (lines: LineProgress[]): Pieces[] =>
  lines.flatMap((line) => (leftToSend(line) > 0 ? [{ position: line.position, quantity: leftToSend(line) }] : []));

/**
 * Refund of some pieces of a line, in cents, after its discount share; partial refunds add up to exactly the price paid.
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
 * Refund of some pieces of a line, as `refundOf`, without the differences that went back when pieces were exchanged for cheaper goods. Pieces that were not
 * exchanged come first.
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
 * Lines of the requested pieces, without repetition.
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
