import { OPTION_COLUMNS } from "./option-cells";

/** Columns of every export in which a product has a row of its own. */
export const OF_PARENTS = [
  "rowKind",
  "handle",
  "name",
  "description",
  "published",
  ...OPTION_COLUMNS,
  "sku",
  "price",
  "stock",
  "picture",
] as const;
/** Columns of what search results show of a product. */
export const SEARCH_COLUMNS = ["searchTitle", "searchWords"] as const;
