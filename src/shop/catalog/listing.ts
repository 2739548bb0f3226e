import { limits } from "~/shop/limits";
import { centsOfDollars } from "~/shop/money";
import type { Collection } from "./collections";
import { type ColorChoice, colorChoices, type SizeGroup, sizeChoices } from "./facets";
import { listingPrice } from "./pricing";
import { ALL_SIZES, type Card, colorsOf, offeredSize, shownColor, sizesOf, slug } from "./product";
import { normalizeQuery } from "./search";

/** How a listing may be ordered; the first is the default. */
export const sorts = { recommended: "Recommended", newest: "Newest", highest: "Highest", lowest: "Lowest" } as const;
export type Sort = keyof typeof sorts;

/** What a listing's address says. */
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
}

const { first, loadMore, maximumPrice } = limits.listing;

export const plainView: View = {
  tab: "",
  sort: "recommended",
  shown: first,
  colors: [],
  sizes: [],
  maxPrice: maximumPrice,
  search: "",
};

const isSort = (value: string | null): value is Sort => value !== null && Object.hasOwn(sorts, value);

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
  };
}

function wholeNumber(text: string | null): number | undefined {
  const number = text?.trim() ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? Math.trunc(number) : undefined;
}

/** 12, 16, 20, … : the first of these that is not below. */
const inSteps = (shown: number): number => first + Math.ceil(Math.max(shown - first, 0) / loadMore) * loadMore;

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
  const { tab, sort, shown, colors, sizes, maxPrice, search } = view;
  const fields: [string, string][] = [
    ["search", search],
    ["tab", tab],
    ["sort", sort === plainView.sort ? "" : sort],
    ...colors.map((color): [string, string] => ["colors", color]),
    ...sizes.map((size): [string, string] => ["sizes", size]),
    ["maxPrice", maxPrice === maximumPrice ? "" : String(maxPrice)],
    ["shown", shown === first ? "" : String(shown)],
  ];
  return fields.filter(([, value]) => value !== "");
}

/** The same with other choices. Whatever changes but the number shown starts again at the first page. */
export const changed = (view: View, change: Partial<View>): View => ({ ...view, shown: first, ...change });

/** The same without color, size and price. */
export const cleared = (view: View): View =>
  changed(view, { colors: plainView.colors, sizes: plainView.sizes, maxPrice: plainView.maxPrice });

export interface CategoryEntry {
  id: string;
  name: string;
  parent: { id: string; name: string } | null;
}

export interface ListingTab {
  key: string;
  name: string;
  /** Nothing for All. */
  categoryId: string | null;
  count: number;
}

/**
 * All, then the sub-categories of the matching category: for men-top and the like those that hold something of that type,
 * for final sale and new arrivals the top-level categories.
 */
export function tabsOf(collection: Collection, categories: CategoryEntry[], cards: Card[]): ListingTab[] {
  const [gender, type] = collection.split("-");
  const isGrouping = collection === "final-sale" || collection === "new-arrivals";
  const entries = categories.filter(({ parent }) =>
    isGrouping ? parent === null : parent?.name.toLowerCase() === gender,
  );
  const tabs = entries.map(({ id, name }) => ({ key: slug(name), name, categoryId: id, count: countIn(cards, id) }));
  const all = { key: plainView.tab, name: "All", categoryId: null, count: cards.length };
  return [all, ...(type && !isGrouping ? tabs.filter(({ count }) => count > 0) : tabs)];
}

const countIn = (cards: Card[], categoryId: string) => cards.filter((card) => isIn(card, categoryId)).length;

const isIn = ({ category }: Card, categoryId: string | null): boolean =>
  categoryId === null || category.id === categoryId || category.parent === categoryId;

/** Whether a name contains what is searched for, whatever the case. */
const isNamed = ({ name }: { name: string }, search: string): boolean =>
  name.toLowerCase().includes(search.toLowerCase());

/** Whether a product has one of the colors and one of the sizes, and costs at most so much. */
export function passes(card: Card, { colors, sizes, maxPrice }: Pick<View, "colors" | "sizes" | "maxPrice">): boolean {
  const has = (wanted: string[], own: string[]) => wanted.length === 0 || wanted.some((value) => own.includes(value));
  return (
    has(colors, colorsOf(card)) &&
    has(sizes, sizesOf(card)) &&
    (maxPrice === maximumPrice || listingPrice(card) <= centsOfDollars(maxPrice))
  );
}

/** In the chosen order; ties keep the merchant's. */
export function arranged(cards: Card[], sort: Sort): Card[] {
  const prices = new Map(cards.map((card) => [card.id, listingPrice(card)]));
  const price = ({ id }: Card) => prices.get(id) ?? 0;
  const orders: Record<Sort, (a: Card, b: Card) => number> = {
    recommended: () => 0,
    newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
    highest: (a, b) => price(b) - price(a),
    lowest: (a, b) => price(a) - price(b),
  };
  return cards.toSorted(orders[sort]);
}

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
  /** What the tab and the search leave to choose from, with what is chosen already. */
  colors: ColorChoice[];
  sizes: SizeGroup[];
  /** How many products match, shown or not. */
  total: number;
  cards: Card[];
}

/** What an address can choose from in a collection. */
export interface ListingValues {
  tabs: string[];
  colors: string[];
  sizes: string[];
  /** How many products there are. */
  count: number;
}

export function valuesIn(collection: Collection, cards: Card[], categories: CategoryEntry[]): ListingValues {
  return {
    tabs: tabsOf(collection, categories, cards).map(({ key }) => key),
    colors: [...new Set(cards.flatMap(colorsOf))],
    sizes: [...new Set(cards.flatMap(sizesOf))],
    count: cards.length,
  };
}

/** The view without tabs, colors and sizes that the collection does not have, and no longer than the collection is. */
export const knownView = (view: View, { tabs, colors, sizes, count }: ListingValues): View => ({
  ...view,
  tab: tabs.includes(view.tab) ? view.tab : plainView.tab,
  colors: view.colors.filter((color) => colors.includes(color)),
  sizes: view.sizes.filter((size) => sizes.includes(size)),
  shown: Math.min(view.shown, inSteps(count)),
});

/** A collection as the search parameters of an address narrow it. Tabs, colors and sizes that it does not have are ignored. */
export function listingOf(
  collection: Collection,
  cards: Card[],
  categories: CategoryEntry[],
  params: URLSearchParams,
): Listing {
  const known = knownView(viewFrom(params), valuesIn(collection, cards, categories));
  const named = cards.filter((card) => isNamed(card, known.search));
  const tabs = tabsOf(collection, categories, cards).map((tab) => ({ ...tab, count: countOf(named, tab) }));
  const tab = tabs.find(({ key }) => key === known.tab);

  const inTab = named.filter((card) => isIn(card, tab?.categoryId ?? null));
  const matching = inTab.filter((card) => passes(card, known));
  const view = { ...known, shown: Math.min(known.shown, inSteps(matching.length)) };
  return {
    view,
    tabs,
    colors: colorChoices(cards, inTab, known.colors),
    sizes: sizeChoices(cards, inTab, known.sizes),
    total: matching.length,
    cards: arranged(matching, view.sort).slice(0, view.shown),
  };
}

const countOf = (cards: Card[], { categoryId }: ListingTab): number =>
  cards.filter((card) => isIn(card, categoryId)).length;
