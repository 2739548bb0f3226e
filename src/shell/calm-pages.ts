/** Whether shoppers pay on a page: its frame has no banner, menu, newsletter form or welcome pop-up. */
export const isCalmPage = (pathname: string): boolean =>
  pathname === "/checkout" || /^\/(sandbox|pay|order-change)\//.test(pathname);

/**
 * Whether the pop-up may open over a page: not while shoppers pay, and not where they ask about their own data, answer a letter or
 * end the letters.
 */
export const isWelcomePage = (pathname: string): boolean =>
  !isCalmPage(pathname) &&
  !/^\/(your-data|unsubscribe|(your-copy|order-delay|order-review|no-more-letters|your-bag|recall|gift-card)\/.*)$/.test(
    pathname,
  );
