/** Headers of pages that are the same for all visitors: the page cache and CDNs keep them for a minute. */
export const publicPage = { "Cache-Control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600" };

/** Headers of personal pages. */
export const privatePage = { "Cache-Control": "private, no-store" };

/** Returns the `headers` function of a page: the page's own headers, and Retry-After of an action or loader that refused. */
export const withRetryAfter =
  (own: Record<string, string>) =>
  ({ actionHeaders, loaderHeaders }: { actionHeaders: Headers; loaderHeaders: Headers }): Record<string, string> => {
    const wait = actionHeaders.get("retry-after") ?? loaderHeaders.get("retry-after");
    return wait ? { ...own, "Retry-After": wait } : own;
  };
