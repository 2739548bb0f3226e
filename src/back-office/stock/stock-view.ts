import type { LevelFilter } from "~/shop/catalog/stock/level";
import { lineFault } from "~/shop/visible-text";
import { fitting, listAddress, oneOf, recordNumber, someCategories, words } from "../list-address";

/** Shelf from a form field or the address; null for none. */
export const shelfIn = (text: string | null | undefined): string | null =>
  text && !lineFault(text) ? text.slice(0, 64) : null;

/** Views above the list, in their order. */
export const levelViews = [
  { show: "all", name: "All" },
  { show: "low", name: "Low" },
  { show: "out", name: "Sold out" },
] as const;

export const levels = listAddress<LevelFilter>("/stock", {
  show: oneOf("show", ["all", "low", "out"]),
  text: words("q", 100),
  categories: someCategories("category"),
  shelf: fitting("shelf", shelfIn),
  order: oneOf("order", ["name", "fewest"]),
  after: recordNumber("after"),
});

/** Record number from the address; null if it is missing or invalid. */
export const numberIn = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
