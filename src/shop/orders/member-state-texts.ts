import type { OrderState } from "./order";

interface StateWords {
  name: string;
  sign: "waits" | "here" | "half" | "full" | "over";
}

/** State of an order for members, with its sign. */
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

/** State of an order whose undelivered parcels are all lost. */
export const lostWords: StateWords = { name: "Lost", sign: "waits" };
