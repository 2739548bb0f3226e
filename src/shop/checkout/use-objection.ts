import { useRevalidator } from "react-router";
import { bagStore } from "~/shop/bag/bag-store";
import { removeCode } from "~/shop/bag/discount-store";
import { recheckKept } from "~/shop/bag/use-gift-cards";
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
    if (objection.kind === "prices") bagStore.change((bag) => atNewPrices(bag, objection.now));
    if (objection.kind === "sold-out" || objection.kind === "held")
      bagStore.change((bag) => withinStock(bag, objection.now));
    const gone = objection.kind === "gone" ? objection.goods : undefined;
    if (gone) bagStore.change((bag) => withoutGone(bag, gone));
    if (objection.kind === "prices" || objection.kind === "tax") agree(objection.now);
    if (objection.kind === "code") removeCode();
    // The sums without a lost card, or with what is left on it, are shown before the next attempt.
    if (objection.kind === "cards") void recheckKept().then(settle);
    else settle();
    // Reloads the settings, because the delivery fee may have changed.
    void revalidate();
    focusPurchaseButton();
  };
}

/** Focuses the pay button, after the clicked button was removed with its notice. */
export const focusPurchaseButton = (): void => document.getElementById("complete-purchase")?.focus();
