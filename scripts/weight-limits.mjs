// Limits of the browser's code and styles, for `check-weight.mjs` and the bench.

/**
 * Limits of a shop page before hydration: number of script files and their bytes of brotli, as measured plus 3 %. Raised when a release
 * of React or its router is larger.
 */
export const MOST_FILES = 17;
export const MOST_BYTES = {
  "shop/home/home.page": 127_500,
  "shop/catalog/listing/listing.page": 125_300,
  "shop/catalog/product-page/product.page": 132_800,
};

/** Limit in bytes of brotli of the scripts of a back-office screen, including the manifest of all routes. */
export const MOST_SCREEN_BYTES = 130_200;

/** Limit in bytes for pages that are neither in `MOST_BYTES` nor have forms as their main part. */
export const MOST_ELSEWHERE = 125_700;

/** Limits of pages that have forms as their main part (`FORM_PAGES` in check-weight.mjs). */
export const MOST_FORM_FILES = 30;
export const MOST_FORM_BYTES = 174_100;

/** Limit of the style sheet in bytes of brotli; e2e/styles.spec.ts limits the inline styles that some pages have instead. */
export const MOST_SHEET_BYTES = 25_000;
