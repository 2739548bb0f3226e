import type { Collection } from "../collections";
import { slug } from "../product";

/** The key of the tab that holds everything. */
export const ALL_TAB = "";

/** A category as tabs are made from it. */
export interface CategoryEntry {
  id: string;
  name: string;
  parent: { id: string; name: string } | null;
}

/** A choice of the listing's first row. */
export interface Tab {
  key: string;
  name: string;
  /** Category of the tab, with its sub-categories at the top level; nothing for All. */
  category: { id: string; level: "category" | "top" } | null;
}

/** A tab with how many products it holds. */
export interface ListingTab extends Tab {
  /** Nothing where that is not counted. */
  count: number | null;
}

/**
 * All, then the sub-categories of the matching category: for men-top and the like those that hold something of that type,
 * for final sale and new arrivals the top-level categories. `counts` says how many products of the collection a category has.
 */
export function tabsOf(
  collection: Collection,
  categories: CategoryEntry[],
  counts: ReadonlyMap<string, number>,
): Tab[] {
  const [gender, type] = collection.split("-");
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
  return [all, ...(type && !isGrouping ? tabs.filter((tab) => countIn(tab, categories, counts) > 0) : tabs)];
}

/** The ids of the categories that a tab holds. */
export const categoriesIn = ({ category }: Tab, categories: CategoryEntry[]): string[] =>
  categories
    .filter(({ id, parent }) => category === null || category.id === id || category.id === parent?.id)
    .map(({ id }) => id);

/** How many products a tab holds. */
export const countIn = (tab: Tab, categories: CategoryEntry[], counts: ReadonlyMap<string, number>): number =>
  categoriesIn(tab, categories).reduce((total, id) => total + (counts.get(id) ?? 0), 0);
