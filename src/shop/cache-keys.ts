/**
 * Cache keys, with the same names as the database's triggers use. The functions `notify_…`, `product_change_keys` and
 * `listing_keys` are in migrations/functions; the triggers in migrations 0017, 0036, 0070 and 0082 name the keys of further tables.
 * The result of a read without one of these keys is dropped with every change of the tables that it read.
 */
export const cacheKeys = {
  /** Data of a product that pages show; its stock only as far as pages show it, up to the low mark plus one. */
  product: (id: string) => `product:${id}`,
  /** Exact stock of a product's variants. */
  stock: (id: string) => `stock:${id}`,
  /** Products of a collection, with the values by which it is filtered and sorted. */
  listing: (collection: string) => `listing:${collection}`,
  /** Products of a category and its sub-categories, in order. */
  category: (id: string) => `category:${id}`,
  /** Search results; dropped with every change of any listing. */
  search: "search",
  /** Menus, announcements and settings, which every page shows. */
  frame: "frame",
  /** Texts of one page. */
  text: (page: string) => `text:${page}`,
  /** Offers that name a category, for its products and those of its sub-categories. */
  offersOn: (category: string) => `offers:${category}`,
  /** Offers on all goods. The process drops keys of offers itself, since offers begin and end without a change of a row. */
  offersOnAll: "offers",
  /** The approved comments on an article. */
  comments: (postId: string) => `comments:${postId}`,
} as const;
