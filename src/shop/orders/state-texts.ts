import type { OrderState } from "./order";

interface StateWords {
  name: string;
  sign: "waits" | "here" | "half" | "full" | "over";
}

/** An order's state as members read it, and whether it waits for them, lies here, is on its way, has arrived or is over. */
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

/** State in words of an order of which nothing is on the way, because all parcels that did not arrive are lost. */
export const lostWords: StateWords = { name: "Lost", sign: "waits" };
