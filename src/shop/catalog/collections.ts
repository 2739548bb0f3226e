/** What /shop/{gender} may name, and the title of each. Spec §2.5. */
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

/** True for the ten keys of Spec §2.1, letter for letter. */
export const isCollection = (key: string | undefined): key is Collection =>
  key !== undefined && Object.hasOwn(collections, key);
