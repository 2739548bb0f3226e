import type { OrderState } from "../order";
import type { Missing } from "../parcels/lost-pieces";

/**
 * State of an order as shown to its shopper: lost pieces and partial sending take precedence. The page texts contain its label.
 */
export function shopperState(
  state: OrderState,
  missing: Missing,
  hasParcels: boolean,
): OrderState | "partly-shipped" | Exclude<Missing, "nothing"> {
  if (missing !== "nothing") return missing;
  return hasParcels && (state === "paid" || state === "packed") ? "partly-shipped" : state;
}

/** Text of a state in place of the merchant's once the money that went back has reached its owner; undefined for other states. */
export const textOnceBack = (state: OrderState): string | undefined => ONCE_BACK[state];

const ONCE_BACK: Partial<Record<OrderState, string>> = {
  cancelled: "This order was cancelled, and what was paid is back with you.",
  "partly-refunded": "Part of what you paid is back with you.",
  refunded: "What you paid is back with you.",
};

/** Words for states of an order of gift cards only; undefined where those of other orders fit. */
export const wordsByEmail = (state: OrderState): { name: string; text: string } | undefined =>
  state === "paid"
    ? { name: "Paid", text: "Each gift card leaves by e-mail on its day." }
    : state === "delivered"
      ? { name: "Delivered", text: "All gift cards have left by e-mail." }
      : undefined;
