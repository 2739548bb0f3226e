import { type Cents, cents, sum } from "~/shop/money";
import type { RefusalCode } from "~/shop/refusal";

/**
 * States of a dispute: waits for the merchant's answer; the bank decides; decided for the shop, also by a bank that only asked;
 * decided for the shopper.
 */
export const disputeStates = ["to-answer", "with-bank", "won", "lost"] as const;
export type DisputeState = (typeof disputeStates)[number];

/** Data of a dispute about the money of its payment; `lost` is the money that the bank took for good, in cents. */
export interface DisputedMoney {
  state: DisputeState;
  isRefundable: boolean;
  lost: Cents;
}

/** Mark of a disputed order in lists: a bank has not decided yet, or decided for the shopper. */
export type DisputeMark = "open" | "lost";

/** Reason for which the gateway refuses to refund a payment: a bank decides over it, or gave it back to the shopper. */
export type Hold = "disputed" | "charged-back";

/** Rest of a payment, in cents. */
export interface Rest {
  /** Money that was not refunded, whatever a bank says. */
  unrefunded: Cents;
  /** Money that the shop keeps: not refunded, and not taken by a bank. */
  kept: Cents;
  /** Money that the gateway refunds when asked now. */
  refundable: Cents;
  /** Reason for which nothing is refundable; null without a dispute that prevents it. */
  hold: Hold | null;
}

const BEYOND = { disputed: "refund-disputed", "charged-back": "refund-charged-back" } as const;

/** Code of the refusal to refund more than is refundable. */
export const refusalBeyond = (hold: Hold | null): RefusalCode => (hold ? BEYOND[hold] : "more-money-than-left");

export const isOpen = ({ state }: Pick<DisputedMoney, "state">): boolean =>
  state === "to-answer" || state === "with-bank";

/**
 * Rest of a received payment of `amount` cents after `refunded` cents and its disputes. Gateways refund nothing of a
 * payment while a dispute about any part of it is open or lost; an inquiry and a dispute that was won prevent nothing.
 */
export function restOf(amount: Cents, refunded: Cents, disputes: readonly DisputedMoney[]): Rest {
  const unrefunded = cents(Math.max(0, amount - refunded));
  const kept = cents(Math.max(0, unrefunded - sum(disputes.map(({ lost }) => lost))));
  const preventing = disputes.filter(({ state, isRefundable }) => state !== "won" && !isRefundable);
  const hold = preventing.some(isOpen) ? "disputed" : preventing.length > 0 ? "charged-back" : null;
  return { unrefunded, kept, refundable: hold ? cents(0) : kept, hold };
}

/** Sum of the rests of an order's payments; held if any of them is, as long as money of it may still come back first. */
export function sumOfRests(rests: readonly Rest[]): Rest {
  const held = rests.filter(({ hold, unrefunded }) => hold !== null && unrefunded > 0);
  return {
    unrefunded: sum(rests.map(({ unrefunded }) => unrefunded)),
    kept: sum(rests.map(({ kept }) => kept)),
    refundable: sum(rests.map(({ refundable }) => refundable)),
    hold: held.some(({ hold }) => hold === "disputed") ? "disputed" : held.length > 0 ? "charged-back" : null,
  };
}
