import type { OrderState } from "./order";
import type { DisputeMark } from "~/shop/payments/refundable";
import type { Money, OrderKind, Placed, Shipping, Standing } from "./order-facts";

/** Mark of an order whose payment a bank disputes, or has given back to the shopper. */
export const disputeWords: Record<DisputeMark, string> = { open: "Disputed", lost: "Dispute lost" };

interface StateWords {
  name: string;
  sign: "waits" | "here" | "half" | "full" | "over";
}

/** Name and status symbol of each state of an order, as members see it. */
export const stateWords: Record<OrderState, StateWords> = {
  "awaiting-payment": { name: "Not paid", sign: "here" },
  paid: { name: "To ship", sign: "waits" },
  packed: { name: "Packed", sign: "here" },
  shipped: { name: "On the way", sign: "half" },
  delivered: { name: "Arrived", sign: "full" },
  cancelled: { name: "Cancelled", sign: "over" },
  "partly-refunded": { name: "Partly refunded", sign: "here" },
  refunded: { name: "Refunded", sign: "over" },
  returned: { name: "Returned", sign: "over" },
};

/** Name and status symbol of an order whose parcels are all lost. */
export const lostWords: StateWords = { name: "Lost", sign: "waits" };

/** Name and sign of each standing and shipping state. */
export const standingWords: Record<Standing | Shipping, StateWords> = {
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

/** Name and sign of an order's standing; for refunded orders the name also says where the parcels are. */
export function placedWords({ standing, shipping, isLost, isBack }: Placed): StateWords {
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

/** Label of each kind for members; empty for real orders. */
export const kindWords: Record<OrderKind, string> = { real: "", test: "Test", sample: "Sample" };
