import { expect, test } from "vitest";
import { action as showOrder } from "~/shop/returns/order-status.page";
import { HANGS, openActsShop } from "./acts-shop.server";
import {
  stepsApart,
  stepsOfCards,
  stepsOfPresents,
  stepsOfShop,
  stepsOfTakingBack,
  walkPairs,
} from "./walk-pairs.server";

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
  "nothing to refund": {
    after: ["part refund", "store credit", "refund of delivery alone", "refund of all", "goodwill"],
  },
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
/** Store credit is of money that no gift card had paid; a return that cannot be settled before is not with it. */
const CREDIT = "return for store credit";
const GIVEN_BACK = "card given back";
const ofAnother = (one: string, two: string) => [`${one} + ${two}`, `${one}, then ${two} of another`];
const WITH_CREDIT = [
  ...[GIVEN_BACK, "purchase by a gift card alone"].flatMap((one) =>
    [CREDIT, "store credit"].flatMap((two) => ofAnother(one, two).map((pair) => `${pair}: store-credit-none`)),
  ),
  ...["refund at the gateway", "dispute opened", "dispute won", "dispute lost"].flatMap((two) =>
    ofAnother(GIVEN_BACK, two).map((pair) => `${pair}: nothing left at the gateway`),
  ),
  ...ofAnother(GIVEN_BACK, "cancel").map((pair) => `${pair}: order-state`),
  ...["cancel", "refund of all", DELAY].map((one) => `${one} + ${CREDIT}: order-state`),
  `change for more, unpaid + ${CREDIT}: change-open`,
  `dispute opened + ${CREDIT}: refund-disputed`,
  ...["address corrected", "cancel"].map((two) => `${CREDIT} + ${two}: order-state`),
  `${CREDIT} + refund of delivery alone: nothing to refund`,
];
/** A gift card that was bought is refunded whole, once, and only as long as nothing of it is used. */
const WITH_SOLD_CARD = [
  "sold card refunded + cancel: order-state",
  "sold card refunded + sold card refunded: more-than-left",
  "sold card refunded + sold card used: gift-card-ended",
  "sold card used + cancel: gift-card-used",
  "sold card used + sold card refunded: gift-card-used",
  "sold card used + sold card used: gift-card-empty",
];
/** A present leaves once, and comes back or is given up once. */
const WITH_PRESENT = ["present lost", "present returned"].flatMap((one) => [
  `${one} + cancel: order-state`,
  ...["present lost", "present returned"].map((two) => `${one} + ${two}: more-than-left`),
]);
/** Goods are taken back as long as the order stands, and paid back as long as no bank decides over the money or took it. */
const TAKEN_BACK = [
  ...["exchange for less", "refund of goods here"].flatMap((act) => [
    `${act} + cancel: order-state`,
    ...["cancel", "refund of all", DELAY].map((one) => `${one} + ${act}: order-state`),
  ]),
  "dispute opened + exchange for less: refund-disputed",
  ...["dispute opened", "dispute lost"].map((one) => `${one} + refund of goods here: nothing to refund`),
];
expected.push(...WITHOUT_GATEWAY, ...WITH_CREDIT, ...WITH_SOLD_CARD, ...WITH_PRESENT, ...TAKEN_BACK);

test(
  "what is called off after a delay, what a gift card paid, and one that was bought, is paid back once, whatever is made of the order before or after",
  async () => {
    const steps = [stepsApart, stepsOfCards, [...stepsOfPresents, ...stepsOfTakingBack]];
    expect(await walkPairs(acts, steps, showOrder)).toEqual({
      wrong: [],
      refused: expected.toSorted(),
    });
  },
  HANGS,
);
