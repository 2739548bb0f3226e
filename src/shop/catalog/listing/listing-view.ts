import { limits } from "~/shop/limits";
import type { Collection } from "../collections";
import type { ColorChoice, SizeGroup } from "./facets";
import { ALL_SIZES, type Card, offeredSize, shownColor } from "../product";
import { normalizeQuery } from "../search/match-and-rank";
import { isSort, type Sort } from "./sort";
import { ALL_TAB, type ListingTab } from "./listing-tabs";

/** Parameters of a listing's address. */
export interface View {
  /** Key of the tab; empty for All. */
  tab: string;
  sort: Sort;
  /** Number of products that the page shows. */
  shown: number;
  colors: string[];
  sizes: string[];
  /** Maximum price in whole dollars; the highest value means no limit. */
  maxPrice: number;
  search: string;
  /** Cursor of the page's first product; empty for the first page. */
  after: string;
}

const { first, loadMore, maximumPrice, mostShown } = limits.listing;

export const plainView: View = {
  tab: ALL_TAB,
  sort: "recommended",
  shown: first,
  colors: [],
  sizes: [],
  maxPrice: maximumPrice,
  search: "",
  after: "",
};

/** View of an address. Invalid values are ignored, and numbers are limited to their range; never throws. */
export function viewFrom(params: URLSearchParams): View {
  const sort = params.get("sort");
  return {
    tab: params.get("tab") ?? "",
    sort: isSort(sort) ? sort : plainView.sort,
    shown: inSteps(wholeNumber(params.get("shown")) ?? first),
    colors: listed(params, "colors"),
    sizes: listed(params, "sizes"),
    maxPrice: Math.min(Math.max(wholeNumber(params.get("maxPrice")) ?? maximumPrice, 0), maximumPrice),
    search: normalizeQuery(params.get("search")),
    after: /^[\w-]{1,200}$/.exec(params.get("after") ?? "")?.[0] ?? "",
  };
}

function wholeNumber(text: string | null): number | undefined {
  const number = text?.trim() ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? Math.trunc(number) : undefined;
}

/** Rounds a number of products up to 12, 16, 20, … 240. */
const inSteps = (shown: number): number =>
  Math.min(first + Math.ceil(Math.max(shown - first, 0) / loadMore) * loadMore, mostShown);

/** Values of a parameter that is repeated or separated by commas. */
const listed = (params: URLSearchParams, name: string): string[] => [
  ...new Set(
    params
      .getAll(name)
      .flatMap((value) => value.split(","))
      .map((value) => value.trim())
      .filter(Boolean),
  ),
];

/** Address of a view; default values are left out. */
export function addressOf(collection: Collection, view: View): string {
  const params = new URLSearchParams(fieldsOf(view));
  return `/shop/${collection}${params.size > 0 ? `?${params}` : ""}`;
}

/** A view as names and values of form fields; default values are left out. */
export function fieldsOf(view: View): [name: string, value: string][] {
  const { tab, sort, shown, colors, sizes, maxPrice, search, after } = view;
  const fields: [string, string][] = [
    ["search", search],
    ["tab", tab],
    ["sort", sort === plainView.sort ? "" : sort],
    ...colors.map((color): [string, string] => ["colors", color]),
    ...sizes.map((size): [string, string] => ["sizes", size]),
    ["maxPrice", maxPrice === maximumPrice ? "" : String(maxPrice)],
    ["after", after],
    ["shown", shown === first ? "" : String(shown)],
  ];
  return fields.filter(([, value]) => value !== "");
}

/** A view with changes. It begins at the first page with the first number of products, unless the change says otherwise. */
export const changed = (view: View, change: Partial<View>): View => ({
  ...view,
  shown: first,
  after: plainView.after,
  ...change,
});

/** A view without its filters by color, size and price. */
export const cleared = (view: View): View =>
  changed(view, { colors: plainView.colors, sizes: plainView.sizes, maxPrice: plainView.maxPrice });

/** Label of an active filter, and the view without it. */
export interface ActiveFilter {
  label: string;
  without: View;
}

export function activeFilters(view: View): ActiveFilter[] {
  const { search, colors, sizes, maxPrice } = view;
  const others = (list: string[], one: string) => list.filter((value) => value !== one);
  return [
    ...(search ? [{ label: `"${search}"`, without: changed(view, { search: "" }) }] : []),
    ...colors.map((color) => ({
      label: shownColor(color),
      without: changed(view, { colors: others(colors, color) }),
    })),
    ...sizes.map((size) => ({
      label: size === ALL_SIZES ? offeredSize(size) : `Size ${size}`,
      without: changed(view, { sizes: others(sizes, size) }),
    })),
    ...(maxPrice < maximumPrice ? [{ label: upTo(maxPrice), without: changed(view, { maxPrice: maximumPrice }) }] : []),
  ];
}

/** Maximum prices in dollars that are offered beside the slider. */
export const OFFERED_PRICES = [50, 100, 200, 300] as const;

/** Label of a maximum price: 400 → "Up to $400". */
export const upTo = (dollars: number): string => `Up to $${dollars}`;

/** Data of a listing for its page. */
export interface Listing {
  view: View;
  tabs: ListingTab[];
  /** Colors and sizes of the products that match tab, search and the other filters, and the chosen colors and sizes. */
  colors: ColorChoice[];
  sizes: SizeGroup[];
  /** Number of matches, exact or a lower bound. */
  total: { count: number; isExact: boolean };
  cards: Card[];
  /** Cursor of the next page; null on the last. */
  next: string | null;
}

/** Text of a total: "23", or "10,000+" for a lower bound. */
export const shownTotal = ({ count, isExact }: Listing["total"]): string =>
  isExact ? String(count) : `${count.toLocaleString("en-US")}+`;

/** Values by which an address can filter a collection. */
export interface ListingValues {
  tabs: string[];
  colors: string[];
  sizes: string[];
  /** Number of products in the collection. */
  count: number;
}

/** The view limited to the collection's tabs, colors, sizes and number of products. */
export const knownView = (view: View, { tabs, colors, sizes, count }: ListingValues): View => ({
  ...view,
  tab: tabs.includes(view.tab) ? view.tab : plainView.tab,
  colors: view.colors.filter((color) => colors.includes(color)),
  sizes: view.sizes.filter((size) => sizes.includes(size)),
  shown: atMost(view.shown, count),
});

/** Limits a number of products to `count`, rounded up to the next step. */
export const atMost = (shown: number, count: number): number => Math.min(shown, inSteps(count));
