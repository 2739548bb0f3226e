import type { OrderState } from "../order";
import type { Missing } from "../parcels/lost-pieces";

interface StateWords {
  name: string;
  text: string;
}

const states: Record<OrderState, StateWords> = {
  "awaiting-payment": { name: "Awaiting payment", text: "The payment has not arrived yet." },
  paid: { name: "Confirmed", text: "Your payment has arrived and your order is being packed." },
  packed: { name: "Packed", text: "Your order is packed and waits for the carrier." },
  shipped: { name: "Shipped", text: "Your order is on its way." },
  delivered: { name: "Delivered", text: "Your order has arrived." },
  cancelled: { name: "Cancelled", text: "This order was cancelled. What was paid goes back to you." },
  "partly-refunded": { name: "Partly refunded", text: "Part of what you paid is on its way back to you." },
  refunded: { name: "Refunded", text: "What you paid is on its way back to you." },
  returned: { name: "Returned", text: "Your return has arrived." },
};

/** Words about an order with lost pieces, whatever its state. */
const losses: Record<Exclude<Missing, "nothing">, StateWords> = {
  undecided: { name: "Lost on its way", text: "A parcel of your order was lost. We will write to you." },
  "sent-again": { name: "To be sent again", text: "A parcel of your order was lost. What was in it leaves once more." },
};

/** State of an order for its shopper; lost pieces and partial sending take precedence over the state. */
export function shopperStateWords(state: OrderState, missing: Missing, hasParcels: boolean): StateWords {
  if (missing !== "nothing") return losses[missing];
  const isPartlyGone = hasParcels && (state === "paid" || state === "packed");
  return isPartlyGone
    ? { name: "Partly shipped", text: "Part of your order is on its way. The rest follows." }
    : states[state];
}
