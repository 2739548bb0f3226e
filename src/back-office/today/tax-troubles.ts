import { shownNumber } from "~/shop/orders/order-number";
import { stateName } from "~/shop/us-states";
import type { UntaxedOrders } from "~/shop/orders/untaxed-orders.server";
import type { Nearness } from "~/shop/tax/sales-limits";
import { counted } from "../count-words";
import { stopperNamed } from "../settings/setting-fields";

/** State with tax rates older than a quarter, and their age as text. */
export interface OldRates {
  state: string;
  age: string;
}

/** Name and address of the table of rates, which is no setting. */
const RATES = { name: "The rates or rules of sales tax", to: "/settings/tax" };

/** Line on Today for unreadable prices or rates, which stop the checkout until they are corrected. */
export const stoppedCheckout = (unreadable: readonly string[]) =>
  unreadable.map((setting) => {
    const { name, to } = (setting === "tax" ? RATES : stopperNamed(setting)) ?? { name: setting, to: "/settings" };
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

/** Line on Today for orders and refunds that have not been reported to Stripe Tax for a day. */
export const untoldTaxes = (untold: number) =>
  untold === 0
    ? []
    : [
        {
          key: "untold-taxes",
          count: null,
          title: `Stripe Tax has not heard of ${counted(untold, "order or refund", "orders or refunds")}`,
          text: "The shop goes on trying. Until it has, the reports of Stripe lack them.",
          way: { to: "/system", name: "See why" },
        },
      ];

/** Line on Today for orders with refunds that only a member can report to Stripe Tax. */
export const reversedByHand = (numbers: readonly string[]) =>
  numbers.length === 0
    ? []
    : [
        {
          key: "reversed-by-hand",
          count: null,
          title: `Reverse the tax of ${counted(numbers.length, "refund", "refunds")} at Stripe`,
          text: `${numbers.slice(0, 3).map(shownNumber).join(", ")}${numbers.length > 3 ? " and others" : ""}: Stripe has the order in its books, but its answer was lost, and without its id the shop cannot report the refund. Find the transaction by the order number at Stripe and reverse the refunded part there.`,
          way: { to: `/orders/${numbers[0] ?? ""}`, name: "See the order" },
        },
      ];

/** Line on Today for states with old tax rates; none if there are no such states. */
export function oldRates(rates: OldRates[]) {
  const [first, ...more] = rates;
  if (!first) return [];
  const names = rates.map(({ state }) => stateName(state));
  return [
    {
      key: "old-rates",
      count: null,
      title: more.length === 0 ? `Rates of sales tax are ${first.age}` : "Rates of sales tax are older than a quarter",
      text: `${names.length > 4 ? `${names.length} states` : names.join(", ")}. States change theirs each quarter. Orders go on with the old ones until you look.`,
      way: { to: more.length === 0 ? `/settings/tax/${first.state}` : "/settings/tax", name: "Look at them" },
    },
  ];
}

/** Maximum number of states that the line about limits names. */
const LIMITS_NAMED = 3;

/** Line on Today for all states where sales come near the limit, the nearest first. */
export function nearLimits(near: Nearness[]) {
  const [first, ...more] = near;
  if (!first) return [];
  const at = ({ state, percent }: Nearness) => `${stateName(state)} ${percent}%`;
  const named = near.slice(0, LIMITS_NAMED).map(at).join(", ");
  const others = near.length > LIMITS_NAMED ? ` and ${near.length - LIMITS_NAMED} more` : "";
  const what = first.by === "sales" && more.length === 0 ? "number of sales" : "sales";
  return [
    {
      key: "limits",
      count: null,
      title:
        more.length === 0
          ? `${stateName(first.state)} stands at ${first.percent}% of a limit`
          : `${near.length} states stand near a limit: ${named}${others}`,
      text: `Your ${what} there may call for a registration: ask an adviser. You collect no tax there.`,
      way: { to: "/settings/tax", name: "See the limits" },
    },
  ];
}
