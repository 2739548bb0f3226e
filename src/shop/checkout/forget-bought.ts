import { isSameLine, type Bag, type Line, type LineKey } from "~/shop/bag/bag";
import { isSameVariant } from "~/shop/bag/card-facts";
import { bagStore } from "~/shop/bag/bag-store";
import { removeCode } from "~/shop/bag/discount-store";
import { giftCardStore } from "~/shop/bag/gift-card-store";
import { orderDraftStore } from "~/shop/bag/order-draft";
import { attemptStore } from "./attempt-store";
import { progressStore } from "./checkout-store";

/**
 * Removes ordered lines from the bag and ends the checkout. The attempt's secret and the shopper's data are removed, too, since
 * the next shopper in this browser may be another person.
 */
export function forgetBought(bought: Pick<Line, keyof LineKey | "isPresent">[]): void {
  const lines = bought.filter(({ isPresent }) => !isPresent);
  attemptStore.change(() => null);
  orderDraftStore.change(() => null);
  removeCode();
  giftCardStore.change(() => giftCardStore.empty);
  bagStore.change((bag) => withoutBought(bag, lines));
  progressStore.change(() => progressStore.empty);
}

/** The bag without bought lines; of gift cards that are known by their amount alone as many as were bought. */
export function withoutBought(bag: Bag, lines: readonly LineKey[]): Bag {
  const left = [...lines];
  return bag.filter((line) => {
    const place = left.findIndex((other) =>
      line.giftCard && !other.giftCard ? isSameVariant(other, line) : isSameLine(other, line),
    );
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}
