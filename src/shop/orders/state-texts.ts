import type { OrderState } from "./order";

/** An order's state as members read it, and whether it waits for them, lies here, is on its way, has arrived or is over. */
export const stateWords: Record<OrderState, { name: string; sign: "waits" | "here" | "half" | "full" | "over" }> = {
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
