import { and, lte } from "drizzle-orm";
import { memoized } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { limits } from "~/shop/limits";
import { centsOfDollars } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import type { CardTerms } from "../cards/card-terms.server";
import { cardsById, categoriesInUse } from "../catalog.server";
import { listedProducts } from "../catalog.tables";
import type { Collection } from "../collections";
import { colorChoices, sizeChoices } from "./facets";
import {
  type CategoryScope,
  countUpTo,
  listedPage,
  type ListedPage,
  type PageWanted,
  type Selection,
  unlessTooMany,
} from "./listing-query.server";
import { countsAmong, type FacetCount, facetCounts, type FoundCounts } from "./facet-counts.server";
import {
  atMost,
  fieldsOf,
  knownView,
  type Listing,
  type ListingValues,
  plainView,
  type View,
  viewFrom,
} from "./listing-view";
import { categoriesIn, type CategoryEntry, countIn, type Tab, tabsOf } from "./listing-tabs";
import { cursorOf, placeOf } from "./cursor";
import { hasName } from "./products-for-api.server";

/** Filter values of a collection, with the number of products for each. */
interface Held {
  /** Categories, including archived ones, whose products are listed with the parent category. */
  categories: CategoryEntry[];
  tabs: Tab[];
  facets: FacetCount[];
  values: ListingValues;
}

async function heldBy(db: Database, collection: Collection, tab = plainView.tab): Promise<Held> {
  const { shown, every: categories } = await categoriesInUse(db);
  // Counts decide which tabs are shown, so the categories of all possible tabs are counted.
  const [, ...possible] = tabsOf(collection, shown, new Map(shown.map(({ id }) => [id, 1])));
  const wanted = possible.find(({ key }) => key === tab);
  const facets = await facetCounts(db, collection, wanted ? categoriesIn(wanted, categories) : []);
  const counts = countsOf(facets, "category");
  const tabs = tabsOf(collection, shown, counts);
  const valuesOf = (kind: FacetCount["kind"]) =>
    facets.filter((facet) => facet.kind === kind).map(({ value }) => value);
  const values = {
    tabs: tabs.map(({ key }) => key),
    colors: valuesOf("color"),
    sizes: valuesOf("size"),
    count: [...counts.values()].reduce((total, count) => total + count, 0),
  };
  return { categories, tabs, facets, values };
}

/** Filter values of a collection. */
export const listingValues = async (db: Database, collection: Collection): Promise<ListingValues> =>
  (await heldBy(db, collection)).values;

/** The view without values that the collection does not have, and without a cursor that is invalid for its sort order. */
export function shownView(view: View, values: ListingValues): View {
  const known = knownView(view, values);
  return placeOf(known.after, known.sort) ? known : { ...known, after: plainView.after };
}

type Counts = ReadonlyMap<string, number>;

const byValue = (counts: Pick<FacetCount, "value" | "count">[]): Counts =>
  new Map(counts.map(({ value, count }) => [value, count]));

const countsOf = (facets: FacetCount[], kind: FacetCount["kind"]): Counts =>
  byValue(facets.filter((facet) => facet.kind === kind));

/**
 * Listing of a collection, filtered by the parameters of an address. Unknown tabs, colors and sizes are ignored. Colors and sizes
 * without products in the tab are offered only if they are chosen, so that they can be removed. `count` is the collection's
 * number of products.
 */
export async function listingOf(
  db: Database,
  collection: Collection,
  params: URLSearchParams,
  terms: CardTerms,
): Promise<Listing & { count: number }> {
  const asked = viewFrom(params);
  const held = await heldBy(db, collection, asked.tab);
  const known = shownView(asked, held.values);
  const after = placeOf(known.after, known.sort);
  const tab = held.tabs.find(({ key }) => key === known.tab) ?? held.tabs[0];
  const category: CategoryScope | null = tab?.category ?? null;

  const inTab = category && tab ? categoriesIn(tab, held.categories) : null;
  const wanted = { ...known, most: known.shown, after, whole: countsIn(held, tab) };
  const selection = { collection, category: category ?? undefined, ...filtersOf(known) };
  const { page, found } = await pageWithCounts(db, known, held, { selection, inTab, wanted });
  const counted = countedFacets(held, known, found, inTab !== null);
  return {
    view: { ...known, shown: atMost(known.shown, page.total.count) },
    ...counted,
    total: page.total,
    cards: await cardsById(db, page.ids, terms),
    next: page.next && cursorOf(page.next, known.sort),
    count: held.values.count,
  };
}

/** Number of products in a tab of the collection. */
const countsIn = ({ categories, facets, values }: Held, tab: Tab | undefined): number =>
  tab?.category ? countIn(tab, categories, countsOf(facets, "category")) : values.count;

const isFiltered = ({ search, colors, sizes, maxPrice }: View): boolean =>
  search !== "" || colors.length > 0 || sizes.length > 0 || maxPrice !== plainView.maxPrice;

interface Asked {
  selection: Selection & { collection: Collection; colors: string[]; sizes: string[] };
  /** Categories of the tab; null for all. */
  inTab: string[] | null;
  wanted: PageWanted;
}

/**
 * A page, with the counts among the products that match filter and search: in one statement, unless the collection has more
 * products than are counted. The counts are undefined without a filter, and for more matches than are counted.
 */
async function pageWithCounts(
  db: Database,
  view: View,
  { values }: Held,
  { selection, inTab, wanted }: Asked,
): Promise<{ page: ListedPage; found: FoundCounts | undefined }> {
  const { collection, maxPrice, ...filter } = selection;
  const isNamed = view.search ? hasName(view.search) : undefined;
  const listed = () => listedPage(db, { ...selection, among: isNamed }, wanted);
  if (!isFiltered(view)) return { page: await listed(), found: undefined };

  const among = and(isNamed, maxPrice === undefined ? undefined : lte(listedProducts.price, maxPrice));
  const counted = (page: PageWanted | null) =>
    countsAmong(db, collection, { ...filter, among, categoryIds: inTab }, page);
  if (values.count <= limits.listing.counted) {
    const both = await counted(wanted);
    if (both?.page) return { page: both.page, found: both.counts };
  }
  const countedHere = async () => {
    if (isNamed || maxPrice === undefined) return counted(null);
    const { colors, sizes } = filter;
    const of = `counts ${JSON.stringify({ collection, colors, sizes })}`;
    if (colors.length > 0 && sizes.length > 0)
      return unlessTooMany({ of, key: cacheKeys.listing(collection), maxPrice }, () => counted(null));
    // A filter of one kind counts the products without it: those of the whole collection at this price.
    const isTooMany = (await countUpTo(db, { collection, maxPrice })) > limits.listing.counted;
    return isTooMany ? undefined : counted(null);
  };
  const [page, found] = await Promise.all([listed(), among && countedHere()]);
  return { page, found: found?.counts };
}

const filtersOf = ({ colors, sizes, maxPrice }: View) => ({
  colors,
  sizes,
  maxPrice: maxPrice === plainView.maxPrice ? undefined : centsOfDollars(maxPrice),
});

/**
 * Tabs, colors and sizes with their counts among the products of tab, search and filter. If too many products match, the
 * counts are those of the whole collection, or null in a search.
 */
function countedFacets(
  { categories, tabs, facets }: Held,
  view: View,
  found: FoundCounts | undefined,
  isTabbed: boolean,
): Pick<Listing, "tabs" | "colors" | "sizes"> {
  const isUncounted = view.search !== "" && !found;
  const categoryCounts = found?.category ? byValue(found.category) : countsOf(facets, "category");
  const choices = (kind: "color" | "size", chosen: string[]) => {
    const own = facets.filter((facet) => facet.kind === kind);
    const counts = found?.[kind] && byValue(found[kind]);
    return own
      .map(({ value, swatch, count, inCategories }) => ({
        value,
        swatch,
        count: counts ? (counts.get(value) ?? 0) : isTabbed ? inCategories : count,
      }))
      .filter(({ value, count }) => count > 0 || chosen.includes(value))
      .map((choice) => (isUncounted ? { ...choice, count: null } : choice));
  };
  return {
    tabs: tabs.map((tab) => ({ ...tab, count: isUncounted ? null : countIn(tab, categories, categoryCounts) })),
    colors: colorChoices(choices("color", view.colors)),
    sizes: sizeChoices(choices("size", view.sizes)),
  };
}

/** Picture of a collection, which is the picture of its first product. */
export async function coverOf(
  db: Database,
  collection: Collection,
  { view, cards: shown }: Pick<Listing, "view" | "cards">,
  terms: CardTerms,
): Promise<Picture | null> {
  // An unfiltered listing already begins with the collection's first product.
  if (fieldsOf(view).length === 0) return shown[0]?.front ?? null;
  return memoized(`cover of ${collection}`, [], async () => {
    const { ids } = await listedPage(db, { collection }, { sort: "recommended", most: 1 });
    const [card] = await cardsById(db, ids, terms);
    return card?.front ?? null;
  });
}
