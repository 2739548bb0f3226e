import { useRevalidator } from "react-router";
import { bagStore } from "~/shop/bag/bag-store";
import { removeCode } from "~/shop/bag/discount-store";
import { atNewPrices, withinStock } from "./bag-after-objection";
import type { Objection } from "./purchase";

/** Changes the bag to what the server objected with and the shopper accepts; `settle` lets the purchase be tried again. */
export function useObjection(settle: () => void): (accepted: Objection) => void {
  const { revalidate } = useRevalidator();
  return (objection) => {
    if (objection.kind === "prices") bagStore.change((bag) => atNewPrices(bag, objection.now));
    if (objection.kind === "sold-out" || objection.kind === "held")
      bagStore.change((bag) => withinStock(bag, objection.now));
    if (objection.kind === "code") removeCode();
    settle();
    // The shop's fee may have changed as well.
    void revalidate();
    focusPurchaseButton();
  };
}

/** The button that was clicked may be gone with the notice it stood in. */
export const focusPurchaseButton = (): void => document.getElementById("complete-purchase")?.focus();
