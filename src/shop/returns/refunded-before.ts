import type { Cents } from "~/shop/money";
import { reasonOf } from "~/shop/orders/refunds/refund-cause";
import type { RefundedSent } from "~/shop/orders/refunds/refunded-sent";
import { wholeDate } from "~/shop/shop-time";

/** Number of pieces of a line that were refunded before they arrived, and these refunds as sorted by `covering`. */
export interface RefundedBefore {
  quantity: number;
  refunds: { amount: Cents; at: Date; isConfirmed: boolean }[];
}

/** Numbers of a line's pieces in other returns. */
export interface LineElsewhere {
  /** Pieces in settled returns, and how many of them were exchanged. */
  settled: number;
  exchanged: number;
  /** Pieces in earlier, unsettled returns. */
  earlier: number;
}

/**
 * Number of a return's pieces that were refunded before they arrived. Since the pieces of a line are interchangeable, refunds are
 * assigned to pieces in settled returns first, then to unsettled returns by age, so that no refund counts twice.
 */
export function refundedBefore(
  pieces: number,
  refunded: RefundedSent[],
  { settled, exchanged, earlier }: LineElsewhere,
): RefundedBefore {
  const all = refunded.reduce((count, { quantity }) => count + quantity, 0);
  const free = all - Math.max(0, settled - exchanged) - earlier;
  const quantity = Math.min(pieces, Math.max(0, free));
  return { quantity, refunds: covering(quantity, refunded) };
}

/** Selects the refunds that cover a number of pieces: refunds by settled returns last, otherwise in the given order. */
export function covering(quantity: number, refunded: RefundedSent[]): RefundedBefore["refunds"] {
  const isOfReturn = ({ cause }: RefundedSent) => Number(reasonOf(cause) === "return");
  const byHand = refunded.toSorted((a, b) => isOfReturn(a) - isOfReturn(b));
  const found: RefundedBefore["refunds"] = [];
  let left = quantity;
  for (const { quantity: own, amount, at, isConfirmed } of byHand) {
    if (left <= 0) break;
    found.push({ amount, at, isConfirmed });
    left -= own;
  }
  return found;
}

/** Days of refunds, earliest first, as "on November 20, 2026 and November 22, 2026"; "before" without refunds. */
export function refundDays(refunds: Pick<RefundedBefore["refunds"][number], "at">[], zone: string): string {
  const inOrder = refunds.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const days = [...new Set(inOrder.map(({ at }) => wholeDate(at, zone)))];
  return days.length > 0 ? `on ${days.join(" and ")}` : "before";
}

/** Sentence to the shopper about pieces of a line that were refunded before; empty without any. */
export function alreadyRefunded(before: RefundedBefore, pieces: number, zone: string): string {
  if (before.quantity === 0) return "";
  const words = `lready refunded ${refundDays(before.refunds, zone)}`;
  return before.quantity >= pieces ? `A${words}` : `${before.quantity} a${words}`;
}
