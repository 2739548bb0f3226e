import { z } from "zod";
import type { OrderState } from "./order";
import { stateWords } from "./state-words";

/** Where an order stands as members read it; `lapsed` is a draft that nobody paid. */
export const Standing = z.enum([
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
]);
export type Standing = z.infer<typeof Standing>;

/** How much of an order has left the house; `none` where nothing has to. */
export const Shipping = z.enum(["none", "to-ship", "packed", "partly-shipped", "on-the-way", "arrived"]);
export type Shipping = z.infer<typeof Shipping>;

/** What became of an order's money: asked for, arrived, going back, refused on its way back, gone back. */
export const Money = z.enum(["none", "open", "paid", "refund-asked", "refund-refused", "partly-refunded", "refunded"]);
export type Money = z.infer<typeof Money>;

/** Where an order stands, in words, and whether that waits for a member, lies here, is on its way, has arrived or is over. */
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

/** The money of an order in words. */
export const moneyWords: Record<Money, string> = {
  none: "Never came",
  open: "Asked for",
  paid: "Arrived",
  "refund-asked": "Refund asked, not confirmed",
  "refund-refused": "Refund refused",
  "partly-refunded": "Partly given back",
  refunded: "Given back",
};
