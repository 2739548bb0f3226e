import { isSameLine, type LineKey } from "~/shop/bag/bag";
import { bagStore } from "~/shop/bag/bag-store";
import { discountStore, refusedCodeStore } from "~/shop/bag/discount-store";
import { orderDraftStore } from "~/shop/bag/order-draft";
import { attemptStore } from "./attempt-store";
import { progressStore } from "./checkout-store";
import { stepped } from "./steps";

/**
 * Empties the bag of what has become an order, and ends the attempt to buy it. What was not part of the order stays; who buys
 * and where it goes is kept for this browser session, how it was paid is not. Decisions §7.
 */
export function forgetBought(lines: LineKey[]): void {
  attemptStore.change(() => null);
  orderDraftStore.change(() => null);
  discountStore.change(() => null);
  refusedCodeStore.change(() => null);
  bagStore.change((bag) => bag.filter((line) => !lines.some((other) => isSameLine(other, line))));
  progressStore.change((progress) => ({
    ...progress,
    steps: stepped(progress.steps, { do: "edit", section: "payment" }),
  }));
}
