import { useRevalidator } from "react-router";
import { bagStore } from "~/shop/bag/bag-store";
import { removeCode } from "~/shop/bag/discount-store";
import type { ChangedPrices } from "~/shop/refusal-details";
import { atNewPrices, withinStock } from "./bag-after-objection";
import type { Objection } from "./purchase";

/**
 * Returns a function that changes the bag as the server asked and the shopper accepted; `settle` allows another attempt, `agree` takes over
 * the sums that were accepted.
 */
export function useObjection(settle: () => void, agree: (now: ChangedPrices) => void): (accepted: Objection) => void {
  const { revalidate } = useRevalidator();
  return (objection) => {
    if (objection.kind === "prices") bagStore.change((bag) => atNewPrices(bag, objection.now));
    if (objection.kind === "sold-out" || objection.kind === "held")
      bagStore.change((bag) => withinStock(bag, objection.now));
    if (objection.kind === "prices" || objection.kind === "tax") agree(objection.now);
    if (objection.kind === "code") removeCode();
    settle();
    // The delivery fee may have changed, too.
    void revalidate();
    focusPurchaseButton();
  };
}

/** Used when the clicked button disappeared with its notice. */
export const focusPurchaseButton = (): void => document.getElementById("complete-purchase")?.focus();
