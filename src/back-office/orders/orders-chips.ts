import type { Shipping, Standing } from "~/shop/orders/order-facts";
import { moneyWords, standingWords } from "~/shop/orders/member-state-words";
import { everyOrder, type OrderFilter, type Owed } from "~/shop/orders/list/order-filter";
import { daysWords } from "~/shop/shop-time";
import { firstPage, ordersAddress, type OrdersView } from "./orders-view";

/** Name and value of a filter, and the address of the list without the filter. */
export interface OrdersChip {
  name: string;
  value: string;
  without: string;
}

const owedNames = {
  left: "something to send",
  late: "late",
  "owed-back": "to be refunded, 30-day rule",
} satisfies Record<Owed, string>;

const isOwed = (shipping: Shipping | Owed): shipping is Owed => shipping in owedNames;

const shippingName = (shipping: Shipping | Owed): string =>
  isOwed(shipping) ? owedNames[shipping] : standingWords[shipping].name.toLowerCase();

/** Lists the filters of a view, each with the address of the list without the filter. */
export function ordersChips(view: OrdersView, productName: string | null): OrdersChip[] {
  const { standings, shipping, money, from, to, product, isReturning, isDisputed, kind } = view.filter;
  const chip = (name: string, value: string, ...dropped: (keyof OrderFilter)[]): OrdersChip => {
    const kept = Object.fromEntries(dropped.map((field) => [field, everyOrder[field]]));
    return {
      name,
      value,
      without: ordersAddress(firstPage({ ...view, filter: { ...view.filter, ...kept } })),
    };
  };
  return [
    ...(standings.length > 0 ? [chip("State", standings.map(stateName).join(" or "), "standings")] : []),
    ...(shipping ? [chip("Parcels", shippingName(shipping), "shipping")] : []),
    ...(money ? [chip("Money", money === "refunds" ? "any refund" : moneyWords[money].toLowerCase(), "money")] : []),
    ...(from || to ? [chip("Paid", daysWords(from, to), "from", "to")] : []),
    ...(product ? [chip("Product", productName ?? product, "product")] : []),
    ...(isReturning ? [chip("Returns", "waiting for you", "isReturning")] : []),
    ...(isDisputed ? [chip("Payment", "disputed", "isDisputed")] : []),
    ...(kind ? [chip("Only", kind === "sample" ? "samples" : "test orders", "kind")] : []),
  ];
}

const stateName = (standing: Standing): string => standingWords[standing].name.toLowerCase();
