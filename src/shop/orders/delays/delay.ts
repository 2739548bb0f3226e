import { dayAfter } from "~/shop/shop-time";

/**
 * Days after the promised one: until then a shopper's silence is consent to the first delay, and then an order ends of which no
 * new day is known (16 CFR 435.2).
 */
export const SILENCE_DAYS = 30;

/** Most days ahead that a member can name as a new day. */
export const FURTHEST_DAYS = 365;

/** Wish of a shopper who was told of a delay. */
export type DelayAnswer = "wait" | "cancel";

/** A delay as it was told. All days such as 2026-12-03, in the shop's time zone. */
export interface Delay {
  /** Day by which the order had to leave until then. */
  promised: string;
  /** Day by which it leaves now; null while none is known. */
  newDay: string | null;
  /** Day on which the order ends unless the shopper chooses to wait; null where silence is consent until the new day. */
  endsOn: string | null;
  answer: DelayAnswer | null;
}

/**
 * Day on which an order ends unless its shopper chooses to wait; null where silence is consent: at the first delay, with a day at
 * most `SILENCE_DAYS` after the promised one. A further delay ends the order on the day until which the shopper agreed to wait.
 */
export function endOfDelay(asked: {
  promised: string;
  newDay: string | null;
  isFurther: boolean;
  today: string;
}): string | null {
  const { promised, newDay, isFurther, today } = asked;
  const limit = dayAfter(promised, SILENCE_DAYS);
  if (!isFurther && newDay !== null && newDay <= limit) return null;
  const end = isFurther ? promised : limit;
  return end < today ? today : end;
}

/** Day by which the order has to leave after a delay and its answer; null while the shopper waits without a day. */
export const shipByAfter = ({ promised, newDay, endsOn, answer }: Delay): string | null =>
  answer === "wait" ? newDay : answer === "cancel" ? promised : (endsOn ?? newDay);
