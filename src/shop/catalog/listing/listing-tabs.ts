import type { Collection } from "../collections";
import { slug } from "../product";

/** Key of the tab All, which has all products. */
export const ALL_TAB = "";

/** A category from which tabs are made. */
export interface CategoryEntry {
  id: string;
  name: string;
  parent: { id: string; name: string } | null;
}

/** A tab above the listing. */
export interface Tab {
  key: string;
  name: string;
  /** Category of the tab, null for All; a top-level category includes its sub-categories. */
  category: { id: string; level: "category" | "top" } | null;
}

/** A tab with its number of products. */
export interface ListingTab extends Tab {
  /** Number of products in the tab; null if they were not counted. */
  count: number | null;
}

/**
 * Tabs of a collection: All, then the sub-categories of its category that have products of the collection; final sale and new
 * arrivals have top-level categories. `counts`: number of the collection's products by category.
 */
export function tabsOf(
  collection: Collection,
  categories: CategoryEntry[],
  counts: ReadonlyMap<string, number>,
): Tab[] {
  const [gender] = collection.split("-");
  const isGrouping = collection === "final-sale" || collection === "new-arrivals";
  const entries = categories.filter(({ parent }) =>
    isGrouping ? parent === null : parent?.name.toLowerCase() === gender,
  );
  const tabs = entries.map(({ id, name, parent }): Tab => ({
    key: slug(name),
    name,
    category: { id, level: parent === null ? "top" : "category" },
  }));
  const all: Tab = { key: ALL_TAB, name: "All", category: null };
  return [all, ...tabs.filter((tab) => countIn(tab, categories, counts) > 0)];
}

/** Ids of the categories whose products are in a tab. */
export const categoriesIn = ({ category }: Tab, categories: CategoryEntry[]): string[] =>
  categories
    .filter(({ id, parent }) => category === null || category.id === id || category.id === parent?.id)
    .map(({ id }) => id);

/** Number of products in a tab. */
export const countIn = (tab: Tab, categories: CategoryEntry[], counts: ReadonlyMap<string, number>): number =>
  categoriesIn(tab, categories).reduce((total, id) => total + (counts.get(id) ?? 0), 0);
