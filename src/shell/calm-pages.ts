/** Whether a page is one of paying: nothing on it leads away, and banner, menu, newsletter and welcome are left out. */
export const isCalmPage = (pathname: string): boolean =>
  pathname === "/checkout" || /^\/(sandbox|pay|order-change)\//.test(pathname);
