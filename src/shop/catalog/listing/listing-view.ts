import { limits } from "~/shop/limits";
import type { Collection } from "../collections";
import type { ColorChoice, SizeGroup } from "./facets";
import { ALL_SIZES, type Card, offeredSize, shownColor } from "../product";
import { normalizeQuery } from "../search/match-and-rank";
import { isSort, type Sort } from "./sort";
import { ALL_TAB, type ListingTab } from "./tabs";

/** The choices in a listing's address. */
export interface View {
  /** The key of a tab; empty for All. */
  tab: string;
  sort: Sort;
  /** How many products are visible. */
  shown: number;
  colors: string[];
  sizes: string[];
  /** In whole dollars; the maximum filters nothing out. */
  maxPrice: number;
  search: string;
  /** The cursor behind which it begins; empty for the beginning. */
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

/** Reads an address. What makes no sense is left out, numbers are brought into their range: never a crash. */
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

/** 12, 16, 20, … 240: the first of these that is not below. */
const inSteps = (shown: number): number =>
  Math.min(first + Math.ceil(Math.max(shown - first, 0) / loadMore) * loadMore, mostShown);

/** List parameters repeat or are separated by commas. */
const listed = (params: URLSearchParams, name: string): string[] => [
  ...new Set(
    params
      .getAll(name)
      .flatMap((value) => value.split(","))
      .map((value) => value.trim())
      .filter(Boolean),
  ),
];

/** Where a view is found; what nobody chose is not in it. */
export function addressOf(collection: Collection, view: View): string {
  const params = new URLSearchParams(fieldsOf(view));
  return `/shop/${collection}${params.size > 0 ? `?${params}` : ""}`;
}

/** The view as the fields of a form. */
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

/** The view with other choices. Any change but of the number shown starts again at the first page. */
export const changed = (view: View, change: Partial<View>): View => ({
  ...view,
  shown: first,
  after: plainView.after,
  ...change,
});

/** The view without color, size and price. */
export const cleared = (view: View): View =>
  changed(view, { colors: plainView.colors, sizes: plainView.sizes, maxPrice: plainView.maxPrice });

/** One filter in force, in words, and the view without it. */
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

/** 400 → "Up to $400". */
export const upTo = (dollars: number): string => `Up to $${dollars}`;

/** Everything a listing shows. */
export interface Listing {
  view: View;
  tabs: ListingTab[];
  /** Choices that the tab and the search leave, with those chosen already. */
  colors: ColorChoice[];
  sizes: SizeGroup[];
  /** How many products match, shown or not: exactly, or at least so many. */
  total: { count: number; isExact: boolean };
  cards: Card[];
  /** The cursor of what follows; nothing when these are the last. */
  next: string | null;
}

/** 23, or 10,000+ where more are not counted. */
export const shownTotal = ({ count, isExact }: Listing["total"]): string =>
  isExact ? String(count) : `${count.toLocaleString("en-US")}+`;

/** Values that an address can choose from in a collection. */
export interface ListingValues {
  tabs: string[];
  colors: string[];
  sizes: string[];
  /** How many products there are. */
  count: number;
}

/** The view without tabs, colors and sizes that the collection does not have, and no longer than the collection is. */
export const knownView = (view: View, { tabs, colors, sizes, count }: ListingValues): View => ({
  ...view,
  tab: tabs.includes(view.tab) ? view.tab : plainView.tab,
  colors: view.colors.filter((color) => colors.includes(color)),
  sizes: view.sizes.filter((size) => sizes.includes(size)),
  shown: atMost(view.shown, count),
});

/** As many as are wanted, in steps that fit so many products. */
export const atMost = (shown: number, count: number): number => Math.min(shown, inSteps(count));
