import { firstName } from "~/shop/first-name";
import type { Order } from "../order";
import { shownNumber } from "../order-number";

/** Values of the chips that all letters about an order have. */
export const orderChips = ({ name, number }: Pick<Order, "name" | "number">) => ({
  name,
  firstName: firstName(name),
  orderNumber: shownNumber(number),
});
