import { isSameLine, type LineKey } from "~/shop/bag/bag";
import { bagStore } from "~/shop/bag/bag-store";
import { removeCode } from "~/shop/bag/discount-store";
import { orderDraftStore } from "~/shop/bag/order-draft";
import { attemptStore } from "./attempt-store";
import { progressStore } from "./checkout-store";

/**
 * Empties the bag of what has become an order, and ends the checkout: what proves whose payment it was goes, and so does who
 * bought and where it goes, since the next one at this browser may be somebody else. What was not part of the order stays.
 */
export function forgetBought(lines: LineKey[]): void {
  attemptStore.change(() => null);
  orderDraftStore.change(() => null);
  removeCode();
  bagStore.change((bag) => bag.filter((line) => !lines.some((other) => isSameLine(other, line))));
  progressStore.change(() => progressStore.empty);
}
