import { useEffect, useState } from "react";
import { jsonIn, stored, useStored } from "~/platform/browser-storage";
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

/** Loads what only shoppers with a card or a code need. */
export const loadCards = () => import("./cards-in-use");

/** As `recheckCards`. */
export const recheckKept = async (): Promise<string[]> =>
  giftCardStore.read().length > 0
    ? loadCards()
        .then(({ recheckCards }) => recheckCards())
        .catch(() => [])
    : [];

/** What gift cards pay of a total, and what is left for another method. */
export interface ByCards {
  codes: string[];
  /** Part of each card; 0 for one that is not needed. */
  parts: GiftCardPart[];
  rest: Cents;
  /** Amount that the cards could pay and do not, because the method takes no less than the rest. */
  keptBack: Cents;
}

/** Divides a total among cards beside a method; a card if none is chosen. */
export type PaidByCards = (total: Cents, cards: readonly KeptCard[], method: PaymentMethod | null) => ByCards;

/** What the cards of this browser session pay of a total; they have no parts until their module is loaded. */
export function usePaidByCards(total: Cents, method: PaymentMethod | null = null): ByCards {
  const cards = useStored(giftCardStore);
  const [divided, setDivided] = useState<PaidByCards>();
  useEffect(() => {
    if (cards.length > 0) void loadCards().then(({ paidByCards }) => setDivided(() => paidByCards));
  }, [cards]);
  return (
    divided?.(total, cards, method) ?? {
      codes: cards.map(({ code }) => code),
      parts: [],
      rest: total,
      keptBack: cents(0),
    }
  );
}
