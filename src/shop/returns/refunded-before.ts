import type { Cents } from "~/shop/money";
import { reasonOf } from "~/shop/orders/refunds/refund-cause";
import type { RefundedSent } from "~/shop/orders/refunds/refunded-sent";
import { wholeDate } from "~/shop/shop-time";

/** Pieces of a line whose money went back before they did, with the refunds that gave it, the last first. */
export interface RefundedBefore {
  quantity: number;
  refunds: { amount: Cents; at: Date; isConfirmed: boolean }[];
}

/** Where the pieces of one line are, beside those of the return that is asked about. */
export interface LineElsewhere {
  /** Came back in returns that are settled, and how many of those something else was sent for. */
  settled: number;
  exchanged: number;
  /** In returns that were started before and are not settled. */
  earlier: number;
}

/**
 * How many of a return's pieces were refunded before they came. Pieces of a line are alike: what was refunded stands for those that
 * are back first, then for returns in the order they were started, so that no refund counts for two pieces.
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

/** The refunds that gave back so many pieces: those by hand first, the last of them first. */
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

/** The days of those refunds in a sentence: "on November 20, 2026 and November 22, 2026". */
export function refundDays(refunds: Pick<RefundedBefore["refunds"][number], "at">[], zone: string): string {
  const days = [...new Set(refunds.map(({ at }) => wholeDate(at, zone)))].toReversed();
  return days.length > 0 ? `on ${days.join(" and ")}` : "before";
}

/** Sentence to the shopper about pieces of one line that were refunded before; empty where none was. */
export function alreadyRefunded(before: RefundedBefore, pieces: number, zone: string): string {
  if (before.quantity === 0) return "";
  const words = `lready refunded ${refundDays(before.refunds, zone)}`;
  return before.quantity >= pieces ? `A${words}` : `${before.quantity} a${words}`;
}
