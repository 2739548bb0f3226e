/** Whether shoppers pay on a page: its frame has no banner, menu, newsletter form or welcome pop-up. */
export const isCalmPage = (pathname: string): boolean =>
  pathname === "/checkout" || /^\/(sandbox|pay|order-change)\//.test(pathname);
