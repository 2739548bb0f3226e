import { useRevalidator } from "react-router";
import { bagStore } from "~/shop/bag/bag-store";
import { removeCode } from "~/shop/bag/discount-store";
import { giftCardStore } from "~/shop/bag/gift-card-store";
import { recheckKept } from "~/shop/bag/use-gift-cards";
import { loadOffers } from "~/shop/bag/use-offers";
import type { ChangedPrices } from "~/shop/refusal-details";
import { atNewPrices, withinStock, withoutGone } from "./bag-after-objection";
import type { Objection } from "./purchase";

/**
 * Returns a function that changes the bag as the shopper accepted. `settle` allows another attempt to pay; `agree` uses the
 * accepted sums as the quote.
 */
export function useObjection(settle: () => void, agree: (now: ChangedPrices) => void): (accepted: Objection) => void {
  const { revalidate } = useRevalidator();
  return (objection) => {
    const isAgreed = objection.kind === "prices" || objection.kind === "tax";
    // Offers may have changed with the prices, and a present may have sold out.
    if (objection.kind !== "code") void loadOffers().then(({ askOffersAgain }) => askOffersAgain(isAgreed));
    if (objection.kind === "prices") bagStore.change((bag) => atNewPrices(bag, objection.now));
    if (objection.kind === "sold-out" || objection.kind === "held")
      bagStore.change((bag) => withinStock(bag, objection.now));
    const gone = objection.kind === "gone" ? objection.goods : undefined;
    if (gone) bagStore.change((bag) => withoutGone(bag, gone));
    if (isAgreed) agree(objection.now);
    if (objection.kind === "code") removeCode();
    if (objection.kind === "cards") void withoutLost(objection.lastFour).then(settle);
    else settle();
    // Reloads the settings, because the delivery fee may have changed.
    void revalidate();
    focusPurchaseButton();
  };
}

/**
 * Takes off a refused gift card, also where its check would let it pass or has no answer, and asks what is left on the others, so that the
 * sums are shown before the next attempt.
 */
function withoutLost(lost: string | undefined): Promise<unknown> {
  giftCardStore.change((cards) => cards.filter(({ lastFour }) => lastFour !== lost));
  return recheckKept();
}

/** Focuses the pay button, after the clicked button was removed with its notice. */
export const focusPurchaseButton = (): void => document.getElementById("complete-purchase")?.focus();
