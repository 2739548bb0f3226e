import { type Act, nothing } from "./act";
import { BY_CARD } from "./acts.server";
import { lost, presentReturned } from "./sent-acts.server";

/** An order with a present, of which a gift card pays a part. */
const WITH_PRESENT: Act["buys"] = { hasCode: true, isTaxed: true, offer: "present", card: BY_CARD };

const returned: Act = { name: "present returned", do: presentReturned };
const lostForGood: Act = { name: "present lost", do: lost("refund", "blackTee") };

/** Acts that begin a pair with an order of a present and a part by gift card. */
export const PRESENT_FIRST: Act[] = [
  { name: "purchase with a present and a gift card", buys: WITH_PRESENT, do: async () => nothing },
  { ...returned, buys: WITH_PRESENT },
  { ...lostForGood, buys: WITH_PRESENT },
];

/** Acts on the present of an order, to follow those. */
export const PRESENT_SECOND: Act[] = [returned, lostForGood];
