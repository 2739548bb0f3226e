import { wholeDate } from "~/shop/shop-time";

/** Change of an order, as the page about the order shows it to the shopper. */
export interface ShownChange {
  id: string;
  text: string;
  /** Amount and URL of the page to pay it; null for an applied change. */
  pay: { amount: string; url: string } | null;
}

interface WaitingChange {
  /** Effect of the change as text. */
  what: string;
  until: Date | null;
  timeZone: string;
}

/** Sentence for the shopper about a change of the order that waits for its payment. */
export const waitingChangeWords = ({ what, until, timeZone }: WaitingChange): string =>
  `Waits for your payment${until ? ` until ${wholeDate(until, timeZone)}` : ""}: ${what}. Until then your order stays as it is.`;

interface AppliedChange {
  what: string;
  at: Date | null;
  /** Sentences about what was paid for it, or went back; empty where it cost the same. */
  money: string;
  timeZone: string;
}

/** Sentence for the shopper about a change that was made. */
export const appliedChangeWords = ({ what, at, money, timeZone }: AppliedChange): string =>
  `Changed on ${at ? wholeDate(at, timeZone) : ""}: ${what}.${money && ` ${money}`}`;
