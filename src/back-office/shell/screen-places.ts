import { byName } from "~/platform/by-name";
import type { Member } from "~/shop/members/member";
import { can, type Right } from "~/shop/members/rights";
import type { Place } from "../ui/shell";

interface KnownPlace extends Place {
  right: Right;
  /** Letter of the shortcut that opens the screen after G. */
  key?: string;
  /** Set for a screen with a button in a phone's bottom bar. */
  inBar?: true;
}

/** Screens with a link in the rail, by group. */
const PLACES: KnownPlace[][] = [
  [{ to: "/", name: "Today", icon: "today", right: "today.read", key: "t", inBar: true }],
  [
    { to: "/orders", name: "Orders", icon: "orders", right: "orders.read", key: "o", inBar: true },
    { to: "/returns", name: "Returns", icon: "returns", right: "returns.read", key: "r" },
    { to: "/goods", also: ["/imports"], name: "Goods", icon: "goods", right: "goods.read", key: "g" },
    { to: "/stock", name: "Stock", icon: "stock", right: "stock.read", key: "s", inBar: true },
  ],
  [
    { to: "/queue", name: "Queue", icon: "queue", right: "queue.read", key: "q", inBar: true },
    { to: "/messages", name: "Messages", icon: "letter", right: "messages.read", key: "m", inBar: true },
  ],
  [
    { to: "/words", name: "Words", icon: "words", right: "content.read", key: "w" },
    { to: "/discounts", also: ["/offers"], name: "Discounts", icon: "discount", right: "discounts.read", key: "d" },
    { to: "/gift-cards", name: "Gift cards", icon: "discount", right: "gift-cards.read" },
  ],
  [
    { to: "/people", name: "People", icon: "person", right: "people.read", key: "p" },
    { to: "/newsletter", name: "Newsletter", icon: "letter", right: "people.read" },
    { to: "/figures", also: ["/payouts"], name: "Figures", icon: "figures", right: "figures.read", key: "f" },
  ],
  [
    { to: "/settings", name: "Settings", icon: "settings", right: "settings.read", key: "e" },
    { to: "/members", name: "Members", icon: "person", right: "members" },
  ],
  [
    { to: "/log", name: "What changed", icon: "log", right: "log.read", key: "l" },
    { to: "/system", name: "Health", icon: "health", right: "system.read", key: "h" },
  ],
];

/** Screens that a member may open, each with its number of waiting records. */
export const placesFor = (member: Pick<Member, "role">, waits: Partial<Record<string, number>> = {}): Place[][] =>
  PLACES.map((group) =>
    group
      .filter(({ right }) => can(member, right))
      .map(({ to, also, name, icon }) => ({ to, ...(also && { also }), name, icon, waits: waits[to] })),
  ).filter((group) => group.length > 0);

/** Rights needed for screens without a link in the rail, by the beginning of their path. */
const BESIDE = byName<Right>({
  "/imports": "goods.import",
  "/offers": "discounts.read",
  "/goods/bulk": "goods.prices",
  "/payouts": "money.read",
});

/** Whether a member may open an address that the program links to. */
export function mayOpen(member: Pick<Member, "role">, way: string): boolean {
  const path = way.replace(/[?#].*/, "");
  const [, area = ""] = path.split("/");
  const beside = Object.keys(BESIDE).find((to) => path === to || path.startsWith(`${to}/`));
  const right = beside ? BESIDE[beside] : PLACES.flat().find(({ to }) => to === `/${area}`)?.right;
  return right === undefined || can(member, right);
}

/** Maximum number of screens in a phone's bottom bar. With the menu button these are six, which fit the smallest phone. */
const MOST_IN_BAR = 5;

/** Screens with a button in a phone's bottom bar. */
export const barFor = (places: Place[][]): Place[] => {
  const inBar = new Set(PLACES.flat().flatMap(({ to, inBar }) => (inBar ? [to] : [])));
  return places
    .flat()
    .filter(({ to }) => inBar.has(to))
    .slice(0, MOST_IN_BAR);
};

/** Shortcuts after G for the screens that the member may open. */
export const placeKeys = (places: Place[][]): { key: string; to: string; name: string }[] => {
  const shown = new Set(places.flat().map(({ to }) => to));
  return PLACES.flat().flatMap(({ key, to, name }) => (key && shown.has(to) ? [{ key, to, name }] : []));
};
