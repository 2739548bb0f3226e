/** Words that a product may be without. */
export const OPTIONAL_WORDS = [
  "description",
  "details",
  "materials",
  "care",
  "fit",
  "searchTitle",
  "searchWords",
] as const;
/** Fields of a product that hold its words, in the order of its form. */
export const PRODUCT_WORDS = ["name", ...OPTIONAL_WORDS] as const;
