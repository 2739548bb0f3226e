/** For what is the same for every visitor: cacheable here and by a CDN, revalidated every minute. */
export const publicPage = { "Cache-Control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600" };

/** For what only one shopper may see. */
export const privatePage = { "Cache-Control": "private, no-store" };

/** The headers of a page with a form: its own, and when its action refused somebody for now, when to come again. */
export const withRetryAfter =
  (own: Record<string, string>) =>
  ({ actionHeaders }: { actionHeaders: Headers }): Record<string, string> => {
    const wait = actionHeaders.get("retry-after");
    return wait ? { ...own, "Retry-After": wait } : own;
  };
