import { useEffect, useState } from "react";
import { useStored } from "~/platform/browser-storage";
import { type Cents, cents } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { type ByCards, giftCardStore, type PaidByCards } from "./gift-card-store";

/** Loads what only shoppers with a card or a code need. */
export const loadCards = () => import("./cards-in-use");

/** As `recheckCards`. */
export const recheckKept = async (): Promise<string[]> =>
  giftCardStore.read().length > 0
    ? loadCards()
        .then(({ recheckCards }) => recheckCards())
        .catch(() => [])
    : [];

/**
 * Parts of a total that the cards of this browser session pay; none until their module is loaded. `notByCards`: part of the total that
 * gift cards cost, which no gift card pays.
 */
export function usePaidByCards(total: Cents, method: PaymentMethod | null, notByCards: Cents): ByCards {
  const cards = useStored(giftCardStore);
  const [divided, setDivided] = useState<PaidByCards>();
  useEffect(() => {
    if (cards.length > 0) void loadCards().then(({ paidByCards }) => setDivided(() => paidByCards));
  }, [cards]);
  return (
    divided?.(total, cards, method, notByCards) ?? {
      codes: cards.map(({ code }) => code),
      parts: [],
      rest: total,
      keptBack: cents(0),
    }
  );
}
