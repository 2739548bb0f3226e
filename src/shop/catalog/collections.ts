/** Collections that an address /shop/{gender} may name, with their titles. */
export const collections = {
  men: "Men's Shop",
  women: "Women's Shop",
  accessories: "Accessories",
  headwear: "Headwear",
  "final-sale": "Final Sale",
  "new-arrivals": "New Arrivals",
  "men-top": "Men's Top",
  "men-bottom": "Men's Bottom",
  "women-top": "Women's Top",
  "women-bottom": "Women's Bottom",
} as const;

export type Collection = keyof typeof collections;

/** Whether a text is one of the collections' keys, in the same letter case (R-2.1-15). */
export const isCollection = (key: string | undefined): key is Collection =>
  key !== undefined && Object.hasOwn(collections, key);
