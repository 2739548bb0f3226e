import type { OrderState } from "./order";

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
