import type { FiguresFilter } from "~/shop/figures/ledger-sums.server";
import {
  type Comparison,
  comparisons,
  type Period,
  periodNames,
  type PeriodName,
  periodOf,
} from "~/shop/figures/period";
import { namedDay } from "~/shop/shop-time";
import { fitting, listAddress, oneOf, words } from "../list-address";

/** Values of the parameter `by`, the key by which sales are grouped; the first is the default. */
export const byNames = ["day", "product", "variant", "category", "code", "state", "order"] as const;
export type ByName = (typeof byNames)[number];

/** Values of the parameter `show`, which chooses a list of goods or of stock; the first is the default. */
export const shows = ["best", "slow", "out", "value", "age", "days", "buy"] as const;

const [usual, today, week, ...longer] = periodNames;
/** Periods in the order of their links, the shortest first; the usual one is not the shortest. */
export const offeredPeriods = [today, week, usual, ...longer] as const;

/** Parameters of a screen of figures. Their meaning must not change, because members share and bookmark addresses. */
export interface FiguresView {
  period: PeriodName;
  /** First and last day of the period "own" (chosen dates). */
  from: string | null;
  to: string | null;
  beside: Comparison;
  by: ByName;
  show: (typeof shows)[number];
  product: string | null;
  category: string | null;
  code: string | null;
  state: string | null;
  /** Size to which a list of stock is filtered. */
  size: string | null;
  /** Index of the first row of the page, as text. */
  after: string;
}

/** Value in an address for "without", such as goods without a category or orders without a code. */
const NONE = "none";

const value = (name: string) => ({
  name,
  read: (text: string | null) => (text === NONE ? "" : text?.replaceAll("\0", "").slice(0, 200) || null),
  write: (one: string | null) => (one === "" ? NONE : (one ?? "")),
});

/** Addresses of the screens of figures. */
export const figures = listAddress<FiguresView>("/figures", {
  period: oneOf("period", periodNames),
  from: fitting("from", namedDay),
  to: fitting("to", namedDay),
  beside: oneOf("beside", comparisons),
  by: oneOf("by", byNames),
  show: oneOf("show", shows),
  product: value("product"),
  category: value("category"),
  code: value("code"),
  state: value("state"),
  size: value("size"),
  after: words("after", 6),
});

/** Path of a screen of figures. */
export const pageOf = (screen: string): string => (screen === "overview" ? "/figures" : `/figures/${screen}`);

/** Index of the first row of a page; 0 for an invalid parameter. */
export const firstRow = ({ after }: FiguresView): number => (/^[1-9]\d{0,5}$/.test(after) ? Number(after) : 0);

export const periodIn = ({ period, from, to, beside }: FiguresView, today: string): Period =>
  periodOf({ name: period, from, to, beside }, today);

export const filterIn = ({ product, category, code, state }: FiguresView): FiguresFilter => ({
  product,
  category,
  code,
  state,
});

/** Whether a view shows some goods only. They have no orders and no total sales, since an order belongs to all of its goods. */
export const isOfGoods = ({ product, category }: Pick<FiguresView, "product" | "category">): boolean =>
  product !== null || category !== null;
