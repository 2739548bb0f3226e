/** Limits of the program that several files share: page sizes, timings in milliseconds, lengths. */
export const limits = {
  search: { minimumLetters: 2, maximumLetters: 100, debounce: 300, suggestions: 6, texts: 6, shown: 60 },
  /** `counted` is the maximum number of matches to count; a listing with more shows no exact number. */
  listing: { first: 12, loadMore: 4, mostShown: 240, counted: 10_000, maximumPrice: 1000 },
  carousel: { products: 12 },
  /** Maximum number of products that are chosen to go with a product. */
  styleWith: 24,
  bestSellers: 3,
  socialPosts: 6,
  bag: { lines: 50, quantity: 99 },
  phoneDigits: 10,
  zipLength: 5,
  /** Milliseconds. A quote counts as slow after `quoteSlow` and is given up after `quoteTimeout`. */
  timings: { checkoutToast: 4000, quoteSlow: 3000, quoteTimeout: 15_000 },
  /** Limits of the API: `rows` is the default and `mostRows` the maximum number of rows of a list. */
  api: { rows: 100, mostRows: 250, bodyBytes: 64 * 1024, listed: 200 },
  /** Maximum size in bytes of a shipping label that a member attaches to a return. */
  returns: { labelBytes: 2 * 1024 * 1024 },
  /** Maximum lengths in characters; a pasted line longer than `pastedLine` is not parsed as an order, SKU or rate. */
  text: { name: 100, line: 200, email: 254, pastedLine: 300, giftWords: 300, message: 5000 },
} as const;
