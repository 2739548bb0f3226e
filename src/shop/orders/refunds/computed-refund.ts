import { type Cents, cents, share, sum } from "~/shop/money";
import { type Hold, refusalBeyond } from "~/shop/payments/refundable";
import { Refusal } from "~/shop/refusal";
import { type LineProgress, leftToSend, type Pieces, refundableOf, refundOf } from "../parcels/pieces";

/** Refunded pieces; `amount` in cents, unset for the full price. */
export interface RefundedPieces extends Pieces {
  amount?: Cents | undefined;
  /** Number of these pieces that were sent and are back in the shop; they are not cancelled. */
  here?: number | undefined;
}

/** A wanted refund of an order. */
export interface WantedRefund {
  pieces: RefundedPieces[];
  /** Whether the rest of the delivery fee is refunded, too. */
  delivery?: boolean;
  /** Whether the rest of the fees per order is refunded, too. */
  fees?: boolean;
  /** Goodwill on top of pieces, delivery fee and fees, in cents. */
  goodwill?: Cents;
  /** Whether goodwill contains tax, in proportion. Default true. */
  goodwillWithTax?: boolean;
}

/** The refundable rest of an order; `moneyLeft` is what `restOf` says of its payments. */
export interface Refundable {
  lines: LineProgress[];
  /** Refundable rest of the delivery fee and of fees per order, each with its tax, and of the whole payment, in cents. */
  deliveryLeft: Cents;
  feesLeft?: Cents;
  moneyLeft: Cents;
  /** Dispute for which less of the payment is refundable than the shop keeps of it; null without one. */
  hold?: Hold | null;
  /**
   * Whether this refund cancels unsent pieces; false for returned pieces and for an order that was already cancelled. Default
   * true.
   */
  cancelsUnsent?: boolean;
}

/** Sentence about pieces of a refund for which nothing was paid. */
export const NOTHING_PAID =
  "Nothing was paid for these pieces, so there is nothing to refund. Refund them beside pieces that were paid, or take them back by a return.";

/** A refund by its parts, before it is requested. */
export interface ComputedRefund {
  lines: (Pieces & {
    amount: Cents;
    withheld: Cents;
    /** Number of pieces cancelled by this refund, and number of pieces cancelled by an earlier refund that failed. */
    calledOff: number;
    calledOffBefore: number;
  })[];
  delivery: Cents;
  fees: Cents;
  goodwill: Cents;
  amount: Cents;
}

/**
 * Computes a refund. At most the price paid for the pieces is refunded, less what went back of it before. A member may give less;
 * the withheld part is then refundable only as goodwill, because later pieces are computed from their own paid price. The sum
 * never exceeds the unrefunded rest of the payment: whatever has no chosen amount is reduced to it.
 *
 * @throws {Refusal} `more-than-left` for more pieces, or a higher price of pieces, than are left; as `refusalBeyond` if the chosen
 * amounts alone exceed the rest of the payment, or a dispute holds it.
 */
export function computeRefund(
  refundable: Refundable,
  { pieces, delivery, fees, goodwill = cents(0) }: WantedRefund,
): ComputedRefund {
  const { lines, deliveryLeft, feesLeft = cents(0), moneyLeft, hold = null, cancelsUnsent = true } = refundable;
  const ofLines = pieces.map(({ position, quantity, amount, here = 0 }) => {
    const line = lines.find((each) => each.position === position);
    if (!line) throw new Refusal("more-than-left");
    const entitlement = refundOf(line, quantity);
    const most = refundableOf(line, quantity);
    const given = amount ?? most;
    if (given < 0 || given > most) throw new Refusal("more-than-left");
    const elsewhere = Math.max(0, quantity - here);
    const calledOffBefore = cancelsUnsent ? Math.min(elsewhere, line.unpaid) : 0;
    const calledOff = cancelsUnsent ? Math.min(elsewhere - calledOffBefore, leftToSend(line)) : 0;
    return { position, quantity, amount: given, withheld: cents(entitlement - given), calledOff, calledOffBefore };
  });
  const ofDelivery = delivery ? deliveryLeft : cents(0);
  const ofFees = fees ? feesLeft : cents(0);
  const amount = sum([...ofLines.map((line) => line.amount), ofDelivery, ofFees, goodwill]);
  if (goodwill < 0) throw new Refusal("more-than-left");
  const isChosen = pieces.map((line) => line.amount !== undefined);
  if (hold && amount > moneyLeft) throw new Refusal(refusalBeyond(hold));
  return fittedTo(moneyLeft, { lines: ofLines, delivery: ofDelivery, fees: ofFees, goodwill, amount }, isChosen);
}

/**
 * Reduces a refund to the money that is left: the money is shared among its parts. Lines with a chosen amount, and goodwill if
 * any line may be chosen, keep theirs.
 *
 * @throws {Refusal} `more-money-than-left` if the parts that keep their amounts exceed the money.
 */
export function fittedTo(moneyLeft: Cents, computed: ComputedRefund, isChosen?: boolean[]): ComputedRefund {
  if (computed.amount <= moneyLeft) return computed;
  const amounts = [...computed.lines.map((line) => line.amount), computed.delivery, computed.fees, computed.goodwill];
  const keeps = amounts.map(
    (_, index) => isChosen?.[index] ?? (isChosen !== undefined && index === amounts.length - 1),
  );
  const kept = sum(amounts.filter((_, index) => keeps[index]));
  if (kept > moneyLeft) throw new Refusal("more-money-than-left");
  const shares = share(
    cents(moneyLeft - kept),
    amounts.map((amount, index) => (keeps[index] ? 0 : amount)),
  );
  const [delivery = cents(0), fees = cents(0), goodwill = cents(0)] = amounts
    .map((amount, index) => (keeps[index] ? amount : (shares[index] ?? cents(0))))
    .slice(-3);
  const lines = computed.lines.map((line, index) => {
    const amount = keeps[index] ? line.amount : (shares[index] ?? cents(0));
    return { ...line, amount, withheld: cents(line.withheld + line.amount - amount) };
  });
  return { lines, delivery, fees, goodwill, amount: moneyLeft };
}
