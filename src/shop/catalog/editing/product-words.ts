/** Texts of a product that may be empty. */
export const OPTIONAL_WORDS = [
  "description",
  "details",
  "materials",
  "care",
  "fit",
  "searchTitle",
  "searchWords",
] as const;
/** Fields with the texts of a product, in the order of its form. */
export const PRODUCT_WORDS = ["name", ...OPTIONAL_WORDS] as const;
