import { shownNumber } from "~/shop/orders/order-number";
import { stateName } from "~/shop/us-states";
import type { UntaxedOrders } from "~/shop/orders/untaxed-orders.server";
import { counted } from "../count-texts";

const NAMES: Record<string, { name: string; to: string }> = {
  tax: { name: "The rates or rules of sales tax", to: "/settings/tax" },
  deliveryFee: { name: "The delivery fee", to: "/settings/delivery" },
  taxService: { name: "Who computes sales tax", to: "/settings/tax/service" },
  freeDeliveryFrom: { name: "The order value from which delivery is free", to: "/settings/delivery" },
};

/** Line on Today for unreadable prices or rates, which stop the checkout until they are corrected. */
export const stoppedCheckout = (unreadable: readonly string[]) =>
  unreadable.map((setting) => {
    const { name, to } = NAMES[setting] ?? { name: setting, to: "/settings" };
    return {
      key: `unreadable-${setting}`,
      count: null,
      title: "Nobody can order right now",
      text: `${name} cannot be read, and no order is taken by a guess. Shoppers are told to try again later. Save it anew.`,
      way: { to, name: "Put it right" },
    };
  });

/** Lines on Today for orders that were accepted without tax, by state. */
export const takenWithoutTax = (untaxed: readonly UntaxedOrders[]) =>
  untaxed.map(({ state, orders, newest }) => ({
    key: `untaxed-${state}`,
    count: null,
    title: `No rate of sales tax matched in ${stateName(state)}`,
    text: `${counted(orders, "order was", "orders were")} taken without tax, the newest is ${shownNumber(newest)}. Write the rate of the address down; orders that were taken stay as they are.`,
    way: { to: `/settings/tax/${state}`, name: "Write the rate" },
  }));
