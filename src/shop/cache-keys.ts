/**
 * Cache keys by the names that the database's triggers use: `notify_…` of migrations/ 0017, where also most tables get theirs; newest of
 * what a change of a product drops, `product_change_keys`, in 0056, and of later tables in 0036, 0070 and 0082. A read without any of
 * these keys depends on its tables as a whole.
 */
export const cacheKeys = {
  /** All that pages show of a product; its stock only up to the low mark and one. */
  product: (id: string) => `product:${id}`,
  /** Exact stock of a product's variants. */
  stock: (id: string) => `stock:${id}`,
  /** Products of a collection, with the values it filters and sorts by. */
  listing: (collection: string) => `listing:${collection}`,
  /** Products of a category and its sub-categories, in order. */
  category: (id: string) => `category:${id}`,
  /** Key of search results; they change with everything that changes any listing. */
  search: "search",
  /** Menus, announcements and settings. */
  frame: "frame",
  /** Texts of one page. */
  text: (page: string) => `text:${page}`,
  /** The approved comments on an article. */
  comments: (postId: string) => `comments:${postId}`,
} as const;
