import { expect, test } from "vitest";
import { action as showOrder } from "~/shop/returns/order-status.page";
import { HANGS, openActsShop } from "./acts-shop.server";
import { stepsApart, stepsOfShop, walkPairs } from "./walk-pairs.server";

const acts = await openActsShop();

test(
  "an order keeps the terms it was bought under, whatever is made of it before or after the shop's terms change",
  async () => {
    // One walk: terms are those of the whole shop. They refuse no act.
    expect(await walkPairs(acts, [stepsOfShop], showOrder)).toEqual({ wrong: [], refused: [] });
  },
  HANGS,
);

const DELAY = "delay, called off";
/** Refused acts by the reason: those before which an order is called off that nobody can act on any more, and those after which it cannot be. */
const REFUSED: Record<string, { before?: string[]; after?: string[] }> = {
  "order-state": {
    before: ["refund of all", "cancel"],
    after: [
      "address corrected",
      "change for less",
      "change for more, paid",
      "change for more, unpaid",
      "change that takes out",
      DELAY,
      "exchange for more",
      "exchange, even",
      "lost parcel paid back",
      "lost parcel sent again",
      "return",
    ],
  },
  "order-cancelled": { after: ["cancel"] },
  "change-open": { before: ["change for more, unpaid"] },
  "cancel-disputed": { before: ["dispute opened", "dispute lost"] },
  "nothing to refund": { after: ["part refund", "refund of delivery alone", "refund of all", "goodwill"] },
  "nothing left at the gateway": { after: ["refund at the gateway", "dispute opened", "dispute won", "dispute lost"] },
};
/** An order that a gift card paid whole has no money at the gateway. */
const WITHOUT_GATEWAY = ["refund at the gateway", "dispute opened", "dispute won", "dispute lost"].flatMap((two) => [
  `purchase by a gift card alone + ${two}: nothing left at the gateway`,
  `purchase by a gift card alone, then ${two} of another: nothing left at the gateway`,
]);
const expected = Object.entries(REFUSED).flatMap(([reason, { before = [], after = [] }]) => [
  ...before.map((one) => `${one} + ${DELAY}: ${reason}`),
  ...after.map((two) => `${DELAY} + ${two}: ${reason}`),
]);
expected.push(...WITHOUT_GATEWAY);

test(
  "what is called off after a delay, and what a gift card paid, is paid back once, whatever is made of the order before or after",
  async () => {
    expect(await walkPairs(acts, [stepsApart], showOrder)).toEqual({ wrong: [], refused: expected.toSorted() });
  },
  HANGS,
);
