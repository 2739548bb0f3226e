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

/** Name of the text of a state once the money that goes back has reached its owner; undefined for states without such money. */
export const onceBack = (state: OrderState) =>
  state === "cancelled" || state === "partly-refunded" || state === "refunded" ? (`${state}-back` as const) : undefined;

/** Words for states of an order of gift cards only; undefined where those of other orders fit. */
export const wordsByEmail = (state: OrderState): { name: string; text: string } | undefined =>
  state === "paid"
    ? { name: "Paid", text: "Each gift card leaves by e-mail on its day." }
    : state === "delivered"
      ? { name: "Delivered", text: "All gift cards have left by e-mail." }
      : undefined;
