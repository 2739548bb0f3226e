import type { OrderState } from "../order";
import type { Missing } from "../parcels/lost-pieces";

/** State of an order as its shopper reads it: lost pieces and partial sending take precedence. Its words are page texts. */
export function shopperState(
  state: OrderState,
  missing: Missing,
  hasParcels: boolean,
): OrderState | "partly-shipped" | Exclude<Missing, "nothing"> {
  if (missing !== "nothing") return missing;
  return hasParcels && (state === "paid" || state === "packed") ? "partly-shipped" : state;
}
