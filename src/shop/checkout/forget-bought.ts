import { isSameLine, type Line, type LineKey } from "~/shop/bag/bag";
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
  bagStore.change((bag) => bag.filter((line) => !lines.some((other) => isSameLine(other, line))));
  progressStore.change(() => progressStore.empty);
}
