/** Numbers of the program itself that several files share: page sizes, timings in milliseconds, lengths. */
export const limits = {
  search: { minimumLetters: 2, maximumLetters: 100, debounce: 300, suggestions: 6, texts: 6, shown: 60 },
  /** `counted`: most matches counted; beyond it a listing shows no exact number. */
  listing: { first: 12, loadMore: 4, mostShown: 240, counted: 10_000, maximumPrice: 1000 },
  carousel: { products: 12 },
  bestSellers: 3,
  socialPosts: 6,
  bag: { lines: 50, quantity: 99 },
  phoneDigits: 10,
  zipLength: 5,
  /** Milliseconds; a quote is called slow after `quoteSlow`, and not waited for longer than `quoteTimeout`. */
  timings: { checkoutToast: 4000, quoteSlow: 3000, quoteTimeout: 15_000 },
  /** Rows of API lists: default, and most. */
  api: { rows: 100, mostRows: 250, bodyBytes: 64 * 1024, listed: 200 },
  /** Bytes of a label that a member attaches to a return. */
  returns: { labelBytes: 2 * 1024 * 1024 },
  /** Characters; a longer `pastedLine` is no order, SKU or rate, and is not parsed. */
  text: { name: 100, line: 200, email: 254, pastedLine: 300, message: 5000 },
} as const;
