import { moneyStates, shippingStates, standings } from "~/shop/orders/order-facts";
import { everyOrder, type OrderFilter, type OrderSort, owedStates } from "~/shop/orders/list/order-filter";
import { namedDay } from "~/shop/shop-time";
import { fitting, listAddress, oneOf, oneOrNone, someOf, whether, words } from "../list-address";

/** Filter, sort order and page of the list of orders. */
export interface OrdersView {
  filter: OrderFilter;
  sort: OrderSort;
  /** Cursor of the page: the order before its first row (`after`), or after its last row (`before`). */
  after: string | null;
  before: string | null;
}

const number = (text: string): string | null => /^\d{8}$/.exec(text)?.[0] ?? null;

const list = listAddress<OrderFilter & Omit<OrdersView, "filter">>("/orders", {
  query: words("q", 80),
  standings: someOf("state", standings),
  shipping: oneOrNone("ship", [...owedStates, ...shippingStates]),
  money: oneOrNone("money", ["refunds", ...moneyStates]),
  from: fitting("from", namedDay),
  to: fitting("to", namedDay),
  product: fitting("product", (text) => /^[\w-]{1,40}$/.exec(text)?.[0] ?? null),
  isReturning: whether("returns", "waiting"),
  isDisputed: whether("disputed", "yes"),
  kind: oneOrNone("kind", ["test", "sample"]),
  sort: oneOf("sort", ["newest", "oldest", "highest", "lowest"]),
  after: fitting("after", number),
  before: fitting("before", number),
});

/** Parses the parameters of an address; ignores invalid ones. */
export function ordersView(search: URLSearchParams): OrdersView {
  const { sort, after, before, ...filter } = list.viewIn(search);
  return { filter, sort, after, before };
}

const flat = ({ filter, before, ...view }: OrdersView) => ({ ...filter, ...view, before: view.after ? null : before });

/** Writes a view as a query; equal views have equal queries. */
export const ordersQuery = (view: OrdersView): URLSearchParams => list.queryOf(flat(view));

export const ordersAddress = (view: OrdersView, page?: string): string => list.addressOf(flat(view), page);

/** Address of a list in which these orders are chosen. */
export const chosenAddress = (view: OrdersView, numbers: readonly string[]): string =>
  `/orders?${new URLSearchParams([...ordersQuery(view), ...(numbers.length > 0 ? [["chosen", numbers.join(",")]] : [])])}`;

export const firstPage = (view: OrdersView): OrdersView => ({ ...view, after: null, before: null });

const viewOf = (filter: Partial<OrderFilter>, sort: OrderSort = "newest"): OrdersView => ({
  filter: { ...everyOrder, ...filter },
  sort,
  after: null,
  before: null,
});

/**
 * Built-in views in their order; views about money are hidden from members without the right to see money, and the view of late
 * orders where the shop promises no day.
 */
export const knownViews: { name: string; view: OrdersView; isOfMoney?: true; isOfPromise?: true }[] = [
  { name: "To ship", view: viewOf({ shipping: "left" }, "oldest") },
  { name: "Late", view: viewOf({ shipping: "late" }, "oldest"), isOfPromise: true },
  { name: "All", view: viewOf({}) },
  { name: "Not paid", view: viewOf({ standings: ["not-paid"] }) },
  { name: "On the way", view: viewOf({ shipping: "on-the-way" }) },
  { name: "Refunds", view: viewOf({ money: "refunds" }), isOfMoney: true },
];

/** Views of test orders and samples, which other views do not count; shown only if there are such orders. */
export const viewsApart: Record<"test" | "sample", { name: string; view: OrdersView }> = {
  test: { name: "Test orders", view: viewOf({ kind: "test" }) },
  sample: { name: "Samples", view: viewOf({ kind: "sample" }) },
};

/** Whether a view filters or sorts by money, which needs the right to see money. */
export const isOfMoney = ({ filter: { money, standings }, sort }: OrdersView): boolean =>
  money !== null ||
  sort === "highest" ||
  sort === "lowest" ||
  standings.some((standing) => standing === "refunded" || standing === "partly-refunded");
