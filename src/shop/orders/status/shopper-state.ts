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
