/** Every number of the program itself: page sizes, timings in milliseconds, lengths. */
export const limits = {
  search: { minimumLetters: 2, maximumLetters: 100, debounce: 300, suggestions: 6 },
  /** `counted` is how many matches are counted; of more a listing says no exact number. */
  listing: { first: 12, loadMore: 4, mostShown: 240, counted: 10_000, maximumPrice: 1000, sizeArrowsOver: 6 },
  carousel: { sizeArrowsOver: 5, products: 12 },
  bestSellers: 3,
  socialPosts: 6,
  socialPostsAtMost: 50,
  recentlyViewed: 8,
  /** So many cards in view are prefetched. */
  prefetchInView: 4,
  reviews: { first: 1, more: 1, most: 200 },
  /** How many pixels before the end of home's hero the sticky header appears. */
  stickyHeader: { beforeHeroEnd: 100 },
  wishlist: { days: 30, most: 200 },
  bag: { lines: 50, quantity: 99, inSummary: 4 },
  phoneDigits: 10,
  zipLength: 5,
  /** Of one file: as many addresses as search engines take, and so many pictures each that it stays below 50 MB. */
  sitemap: { addresses: 50_000, pictures: 7 },
  blog: { excerpt: 100, beforeBanner: 4, readMore: 6 },
  timings: {
    promo: 4000,
    testimonial: 5000,
    splash: 2500,
    bagIcon: 1000,
    toast: 5000,
    /** A page that is there sooner shows no sign that it is on its way. */
    waiting: 120,
    checkoutToast: 4000,
    processingStop: 400,
    /** A picture that takes longer is not waited for. */
    pictures: 10_000,
  },
  /** Lists of the API: how many rows unasked, and at most. */
  api: { rows: 100, mostRows: 250, bodyBytes: 64 * 1024, listed: 200, complaints: 20 },
  /** Days after it left, or was paid, at which an order counts as delivered when nobody recorded it. */
  returns: { assumedTransitDays: 14 },
  /** A form sent faster than this many milliseconds after it was shown was not typed. */
  submission: { fastest: 1500 },
  text: { name: 100, line: 200, email: 254, message: 5000 },
} as const;
