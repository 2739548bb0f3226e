import { jsonIn, stored } from "~/platform/browser-storage";
import type { GiftCardPart } from "~/shop/gift-cards/gift-card-words";
import { list, number, read, shape, text } from "~/shop/json-shape";
import { type Cents, cents } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";

/** A gift card of this browser session, with what it could pay when it was checked last. */
export interface KeptCard {
  code: string;
  lastFour: string;
  left: Cents;
}

const kept = list(shape({ code: text(), lastFour: text(), left: (value) => cents(number({ whole: true })(value)) }));

/**
 * Gift cards that the shopper entered, in the order in which they pay. Kept like the discount code, for this tab and until it is
 * closed, because whoever reads a code can spend it.
 */
export const giftCardStore = stored<KeptCard[]>(() => window.sessionStorage, "giftCards", {
  empty: [],
  parse: (json) => read(kept, jsonIn(json)) ?? null,
  serialize: (cards) => (cards.length > 0 ? JSON.stringify(cards) : null),
});

/** Parts of a total that gift cards pay, and the rest for another method. */
export interface ByCards {
  codes: string[];
  /** Part of each card; 0 for one that is not needed. */
  parts: GiftCardPart[];
  rest: Cents;
  /** Amount that the cards could pay and do not, because the method takes no less than the rest. */
  keptBack: Cents;
  /** Amount of gift cards that are bought, which no gift card pays; unset without any. */
  notByCards?: Cents;
}

/** Divides a total among cards beside a method; a card if none is chosen. `notByCards`: part of it for gift cards that are bought. */
export type PaidByCards = (
  total: Cents,
  cards: readonly KeptCard[],
  method: PaymentMethod | null,
  notByCards?: Cents,
) => ByCards;
