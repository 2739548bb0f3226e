import type { OrderState } from "./order";
import { lostWords, stateWords } from "./member-state-texts";

/** Standing of an order in lists; `lapsed` is a draft that expired unpaid. */
export const standings = [
  "not-paid",
  "to-ship",
  "packed",
  "partly-shipped",
  "on-the-way",
  "arrived",
  "returned",
  "partly-refunded",
  "refunded",
  "cancelled",
  "lapsed",
] as const;
export type Standing = (typeof standings)[number];

/** How much of an order was shipped; `none` if nothing has to be shipped. */
export const shippingStates = ["none", "to-ship", "packed", "partly-shipped", "on-the-way", "arrived"] as const;
export type Shipping = (typeof shippingStates)[number];

/** States of an order's money: never received, requested, received, refund pending, refund failed, partly or wholly refunded. */
export const moneyStates = [
  "none",
  "open",
  "paid",
  "refund-asked",
  "refund-refused",
  "partly-refunded",
  "refunded",
] as const;
export type Money = (typeof moneyStates)[number];

/** Kinds of orders. Real: paid by real money, or free while the shop was live; test: paid by test money; sample: demo. */
export const orderKinds = ["real", "test", "sample"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Label of each kind for members; empty for real orders. */
export const kindWords: Record<OrderKind, string> = { real: "", test: "Test", sample: "Sample" };

/** Name and sign of each standing and shipping state. */
export const standingWords: Record<Standing | Shipping, (typeof stateWords)[OrderState]> = {
  "not-paid": stateWords["awaiting-payment"],
  "to-ship": stateWords.paid,
  packed: stateWords.packed,
  "partly-shipped": { name: "Partly shipped", sign: "waits" },
  "on-the-way": stateWords.shipped,
  arrived: stateWords.delivered,
  returned: stateWords.returned,
  "partly-refunded": stateWords["partly-refunded"],
  refunded: stateWords.refunded,
  cancelled: stateWords.cancelled,
  lapsed: { name: "Never paid", sign: "over" },
  none: { name: "Nothing to send", sign: "over" },
};

/** Facts that determine how an order's standing is named. */
export interface Placed {
  standing: Standing | Shipping;
  shipping: Shipping;
  /** True if all parcels that did not arrive are lost. */
  isLost: boolean;
  /** True if all shipped pieces were returned. */
  isBack: boolean;
}

/** Name and sign of an order's standing; for refunded orders the name also says where the parcels are. */
export function placedWords({ standing, shipping, isLost, isBack }: Placed): (typeof stateWords)[OrderState] {
  if (standing === "on-the-way" && isLost) return lostWords;
  const words = standingWords[standing];
  if (standing !== "refunded" && standing !== "partly-refunded") return words;
  const place = isBack ? "back with you" : isLost ? "lost" : PLACES[shipping];
  return place ? { ...words, name: `${words.name}, ${place}` } : words;
}

const PLACES: Partial<Record<Shipping, string>> = { "on-the-way": "on the way", arrived: "arrived" };

/** Name of each state of an order's money. */
export const moneyWords: Record<Money, string> = {
  none: "Never came",
  open: "Asked for",
  paid: "Arrived",
  "refund-asked": "Refund asked, not confirmed",
  "refund-refused": "Refund refused",
  "partly-refunded": "Partly given back",
  refunded: "Given back",
};
