import type { Order } from "../order";
import { shownNumber } from "../order-number";

/** Values of the chips that every letter about an order has. */
export const orderChips = ({ name, number }: Pick<Order, "name" | "number">) => ({
  name,
  orderNumber: shownNumber(number),
});
