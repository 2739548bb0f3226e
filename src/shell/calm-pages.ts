/** Whether a page belongs to paying: it has no links that lead away, and no banner, menu, newsletter and welcome. */
export const isCalmPage = (pathname: string): boolean =>
  pathname === "/checkout" || /^\/(sandbox|pay|order-change)\//.test(pathname);
