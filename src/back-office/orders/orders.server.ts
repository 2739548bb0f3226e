import { randomUUID } from "node:crypto";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { savedViewsOf } from "~/shop/audit/saved-views.server";
import { namedProducts } from "~/shop/catalog/named-products.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { formatCents } from "~/shop/money";
import { countOrders, type ListedOrder, listOrders } from "~/shop/orders/list/listed-orders.server";
import { isLateOn } from "~/shop/orders/list/late-orders.server";
import { permitted } from "~/shop/orders/list/order-conditions.server";
import type { DisputeMark } from "~/shop/payments/refundable";
import { shownNumber } from "~/shop/orders/order-number";
import { kindsApart } from "~/shop/orders/kinds-apart.server";
import { kindWords, placedWords } from "~/shop/orders/member-state-words";
import { dayIn, shortDay, spokenTime, zoneName } from "~/shop/shop-time";
import { countUpTo1000, counted } from "../count-words";
import { ordersChips } from "./orders-chips";
import {
  firstPage,
  isOfMoney,
  knownViews,
  ordersAddress,
  ordersView,
  type OrdersView,
  viewsApart,
} from "./orders-view";
import { pageSizes } from "../page-sizes";

/** Number of saved views that show a count. */
const COUNTED_VIEWS = 7;

/** Data of an order's row in the list. */
export interface OrderRow {
  number: string;
  /** Value of the order's checkbox: its number and the version that the list shows. */
  seen: string;
  shown: string;
  at: string;
  name: string;
  place: string;
  things: string;
  plates: (string | null)[];
  pieces: number;
  /** Pieces still to send, which the bar of acts on many orders counts. */
  piecesLeft: number;
  total: string | null;
  state: ReturnType<typeof placedWords>;
  /** Mark beside the number: "Sample" or "Test"; empty for a real order. */
  mark: string;
  dispute: DisputeMark | null;
  /** Whether the order can be chosen for acts on many orders; false for orders that are not counted. */
  isChoosable: boolean;
}

/** Data of the list of orders for a view. */
export async function openOrders(services: Services, member: Member, asked: OrdersView, now: Date) {
  const view = { ...asked, ...permitted(member, asked.filter, asked.sort) };
  const promises = services.settings().shipByDays > 0;
  const known = knownViews.filter(
    (each) => (can(member, "money.read") || !each.isOfMoney) && (promises || !each.isOfPromise),
  );
  const saved = (await savedViewsOf(services.db, "orders"))
    .map(({ name, query }) => ({ name, view: ordersView(new URLSearchParams(query)) }))
    .filter((each) => can(member, "money.read") || !isOfMoney(each.view));
  const apart = await kindsApart(services.db);
  const views = [...known, ...apart.map((kind) => viewsApart[kind]), ...saved];
  const here = ordersAddress(firstPage(view));
  const counts = await countOrders(services, member, [
    view.filter,
    ...views.slice(0, COUNTED_VIEWS + apart.length).map((each) => each.view.filter),
  ]);
  const { filter, sort, after, before } = view;
  const page = await listOrders(
    services,
    member,
    { filter, sort, page: { ...(after && { after }), ...(before && { before }) } },
    pageSizes.orders,
  );
  const isNone = counts[0] === 0;
  const elsewhere = isNone && filter.query ? await foundApart(services, member, filter.query, apart) : [];
  const names = filter.product
    ? await namedProducts(services.db, [filter.product])
    : new Map<string, { name: string }>();
  return {
    view,
    rows: await rowsOf(services, page.orders, now),
    count: countUpTo1000(counts[0] ?? 0),
    isNone,
    elsewhere,
    zone: zoneName(now, services.settings().timeZone),
    views: views.map(({ name, view: own }, index) => ({
      name,
      to: ordersAddress(own),
      isCurrent: ordersAddress(own) === here,
      count: index < COUNTED_VIEWS + apart.length ? countUpTo1000(counts[index + 1] ?? 0) : undefined,
    })),
    chips: ordersChips(view, names.get(filter.product ?? "")?.name ?? null),
    before: page.before && ordersAddress({ ...view, before: page.before, after: null }),
    after: page.after && ordersAddress({ ...view, after: page.after, before: null }),
    submission: randomUUID(),
    may: {
      seeMoney: can(member, "money.read"),
      make: can(member, "orders.make"),
      ship: can(member, "orders.ship"),
      export: can(member, "export") && view.filter.kind === null,
      saveViews: can(member, "views"),
    },
  };
}

/** Orders of the kinds that are not counted which a search finds, where it finds no other: name of the kind, number and address. */
async function foundApart(
  services: Services,
  member: Member,
  query: string,
  apart: Awaited<ReturnType<typeof kindsApart>>,
) {
  const views = apart.map((kind) => ({
    ...viewsApart[kind].view,
    filter: { ...viewsApart[kind].view.filter, query },
  }));
  const counts = await countOrders(
    services,
    member,
    views.map(({ filter }) => filter),
  );
  return apart.flatMap((kind, index) => {
    const count = counts[index] ?? 0;
    const noun = `${kindWords[kind].toLowerCase()} order`;
    return count > 0 ? [{ words: counted(count, noun), to: ordersAddress(views[index] as OrdersView) }] : [];
  });
}

/** Data of the page with the list of orders. */
export type OpenOrders = Awaited<ReturnType<typeof openOrders>>;

async function rowsOf({ db, settings }: Services, orders: ListedOrder[], now: Date): Promise<OrderRow[]> {
  const pictures = await picturesFor(
    db,
    orders.flatMap(({ things }) => things.flatMap(({ image }) => (image ? [image] : []))),
  );
  const zone = settings().timeZone;
  return orders.map((order) => {
    const { number, version, at, name, city, region, things, pieces, piecesLeft, total } = order;
    return {
      number,
      seen: `${number}.${version}`,
      shown: shownNumber(number),
      at: spokenTime(at, now, zone),
      name: name ?? "",
      place: name === null ? "" : [city, region].filter(Boolean).join(", "),
      things: thingsWords(order),
      plates: things.map(({ image }) => (image && pictures.get(image)?.hash) || null),
      pieces,
      piecesLeft,
      total: total === null ? null : formatCents(total),
      state: stateOf(order, dayIn(now, zone)),
      mark: kindWords[order.kind],
      dispute: order.dispute,
      isChoosable: order.isCounted,
    };
  });
}

/** Lists the goods of an order, e.g. "Hoodie, Boot Socks" or "Hoodie and 2 more". */
function thingsWords({ things, lines }: ListedOrder): string {
  const names = things.map(({ name }) => name);
  if (lines <= 2) return names.join(", ");
  return `${names[0] ?? ""} and ${lines - 1} more`;
}

/**
 * Sign and name of a refused refund of an order, else of the day on which it had to leave, if that is before `today`, else of the
 * rest of its pieces to ship, else of its standing.
 */
function stateOf(order: ListedOrder, today: string): OrderRow["state"] {
  const { standing, money, piecesLeft, shipBy } = order;
  if (money === "refund-refused") return { name: "Refund refused", sign: "waits" };
  if (isLateOn(shipBy, today)) return { name: `Late, due ${shortDay(shipBy)}`, sign: "waits" };
  const isPart = piecesLeft > 0 && standing !== "to-ship" && standing !== "packed";
  return isPart ? { name: `${counted(piecesLeft, "piece")} to ship`, sign: "waits" } : placedWords(order);
}
