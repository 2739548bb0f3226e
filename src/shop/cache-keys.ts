/**
 * Keys that stored answers depend on, by the names that the database's triggers use. A read that names none of them depends on its tables
 * as a whole.
 */
export const cacheKeys = {
  /** All that a document shows of one product; of stock no more than the low mark and one. */
  product: (id: string) => `product:${id}`,
  /** Exactly how many are left of a product's variants. */
  stock: (id: string) => `stock:${id}`,
  /** Which products a collection holds, and what it filters and orders them by. */
  listing: (collection: string) => `listing:${collection}`,
  /** Which products a category holds, its sub-categories included, and in which order. */
  category: (id: string) => `category:${id}`,
  /** As a listing of the whole shop. */
  search: "search",
  /** Menus, announcements and settings. */
  frame: "frame",
  /** The texts of one screen. */
  text: (page: string) => `text:${page}`,
  /** The approved comments on an article. */
  comments: (postId: string) => `comments:${postId}`,
} as const;
