/** Fields of a product that hold its words, in the order of its form. */
export const PRODUCT_WORDS = [
  "name",
  "description",
  "details",
  "materials",
  "care",
  "fit",
  "searchTitle",
  "searchWords",
] as const;
