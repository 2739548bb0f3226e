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

/** Keys that sales are told apart by, as addresses name them; the first is the default. */
export const byNames = ["day", "product", "variant", "category", "code", "state", "order"] as const;
export type ByName = (typeof byNames)[number];

/** Lists of goods and of stock, as addresses name them; the first is the default. */
export const shows = ["best", "slow", "out", "value", "age", "days", "buy"] as const;

/** View of a screen of figures. Addresses are shared, so each parameter keeps its meaning. */
export interface FiguresView {
  period: PeriodName;
  /** First and last day of own dates. */
  from: string | null;
  to: string | null;
  beside: Comparison;
  by: ByName;
  show: (typeof shows)[number];
  product: string | null;
  category: string | null;
  code: string | null;
  state: string | null;
  /** Size that a list of stock is limited to. */
  size: string | null;
  /** Number of the first row beyond the page before. */
  after: string;
}

/** In addresses the word for goods without a category, orders without a code. */
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

/** Path of a screen. */
export const pageOf = (screen: string): string => (screen === "overview" ? "/figures" : `/figures/${screen}`);

/** Row with which a page begins. */
export const firstRow = ({ after }: FiguresView): number => (/^[1-9]\d{0,5}$/.test(after) ? Number(after) : 0);

/** The days of a view. */
export const periodIn = ({ period, from, to, beside }: FiguresView, today: string): Period =>
  periodOf({ name: period, from, to, beside }, today);

/** The filter of a view. */
export const filterIn = ({ product, category, code, state }: FiguresView): FiguresFilter => ({
  product,
  category,
  code,
  state,
});
