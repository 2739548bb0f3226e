/** Number of rows on a page of each list of the back office. */
export const pageSizes = {
  /** Variants with their prices and stock. Each has four fields; with 200 variants the screen would be the slowest of all. */
  bulk: 100,
  /** Codes in the list, and uses on the page of a code. */
  discounts: 50,
  /** Rows of a figure's table on its screen. */
  figures: 100,
  giftCards: 50,
  goods: 50,
  importRows: 50,
  /** Acts, or sign-ins, in the log. */
  log: 30,
  messages: 30,
  newsletter: 50,
  oldAddresses: 50,
  orders: 50,
  /** Requests about personal data. */
  requests: 50,
  returns: 50,
  /** Variants in the list, and movements on the page of a variant. */
  stock: 50,
  /** Ranges of ZIP codes on the page of a state. */
  taxRates: 50,
} as const;
