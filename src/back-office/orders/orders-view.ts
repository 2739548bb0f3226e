import { moneyStates, shippingStates, standings } from "~/shop/orders/order-facts";
import { everyOrder, type OrderFilter, type OrderSort } from "~/shop/orders/list/order-filter";
import { namedDay } from "~/shop/shop-time";

/** Which orders an address shows, in which order, and from where on. */
export interface OrdersView {
  filter: OrderFilter;
  sort: OrderSort;
  /** The page after this order, or before it. */
  after: string | null;
  before: string | null;
}

/** The longest that is looked for. */
const LONGEST = 80;

const sorts: OrderSort[] = ["newest", "oldest", "highest", "lowest"];

const among = <T extends string>(known: readonly T[], text: string | null): T | null =>
  known.find((one) => one === text) ?? null;

const number = (text: string | null): string | null => /^\d{8}$/.exec(text ?? "")?.[0] ?? null;

/** The view of an address; what makes no sense is left out. */
export function ordersView(search: URLSearchParams): OrdersView {
  const states = new Set(search.getAll("state").flatMap((text) => text.split(",")));
  return {
    filter: {
      query: (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST),
      standings: standings.filter((standing) => states.has(standing)),
      shipping: among(["left", ...shippingStates] as const, search.get("ship")),
      money: among(["refunds", ...moneyStates] as const, search.get("money")),
      from: namedDay(search.get("from")),
      to: namedDay(search.get("to")),
      product: /^[\w-]{1,40}$/.exec(search.get("product") ?? "")?.[0] ?? null,
      isReturning: search.get("returns") === "waiting",
      kind: among(["test", "sample"] as const, search.get("kind")),
    },
    sort: among(sorts, search.get("sort")) ?? "newest",
    after: number(search.get("after")),
    before: number(search.get("before")),
  };
}

/** A view as the part of an address after the question mark; always the same for the same view. */
export function ordersQuery({ filter, sort, after, before }: OrdersView): URLSearchParams {
  const { query, standings, shipping, money, from, to, product, isReturning, kind } = filter;
  return new URLSearchParams([
    ...(query ? [["q", query]] : []),
    ...(standings.length > 0 ? [["state", standings.join(",")]] : []),
    ...(shipping ? [["ship", shipping]] : []),
    ...(money ? [["money", money]] : []),
    ...(from ? [["from", from]] : []),
    ...(to ? [["to", to]] : []),
    ...(product ? [["product", product]] : []),
    ...(isReturning ? [["returns", "waiting"]] : []),
    ...(kind ? [["kind", kind]] : []),
    ...(sort === "newest" ? [] : [["sort", sort]]),
    ...(after ? [["after", after]] : before ? [["before", before]] : []),
  ]);
}

/** The address of a view. */
export function ordersAddress(view: OrdersView, path = "/orders"): string {
  const query = ordersQuery(view).toString();
  return query ? `${path}?${query}` : path;
}

/** The first page of a view. */
export const firstPage = (view: OrdersView): OrdersView => ({ ...view, after: null, before: null });

const viewOf = (filter: Partial<OrderFilter>, sort: OrderSort = "newest"): OrdersView => ({
  filter: { ...everyOrder, ...filter },
  sort,
  after: null,
  before: null,
});

/** The views that every shop has, in their order; those about money are not for every role. */
export const knownViews: { name: string; view: OrdersView; isOfMoney?: true }[] = [
  { name: "To ship", view: viewOf({ shipping: "left" }, "oldest") },
  { name: "All", view: viewOf({}) },
  { name: "Not paid", view: viewOf({ standings: ["not-paid"] }) },
  { name: "On the way", view: viewOf({ shipping: "on-the-way" }) },
  { name: "Refunds", view: viewOf({ money: "refunds" }), isOfMoney: true },
];

/** Where orders stand that are not counted; only as long as there are any. */
export const viewsApart: Record<"test" | "sample", { name: string; view: OrdersView }> = {
  test: { name: "Test orders", view: viewOf({ kind: "test" }) },
  sample: { name: "Samples", view: viewOf({ kind: "sample" }) },
};

/** Whether a view asks for something that only the right to money answers. */
export const isOfMoney = ({ filter: { money, standings }, sort }: OrdersView): boolean =>
  money !== null ||
  sort === "highest" ||
  sort === "lowest" ||
  standings.some((standing) => standing === "refunded" || standing === "partly-refunded");
