/** Headers of pages that are equal for all visitors: cached here and by CDNs, revalidated every minute. */
export const publicPage = { "Cache-Control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600" };

/** Headers of personal pages. */
export const privatePage = { "Cache-Control": "private, no-store" };

/** `headers` of a page: its own, and Retry-After of a refusing action or loader. */
export const withRetryAfter =
  (own: Record<string, string>) =>
  ({ actionHeaders, loaderHeaders }: { actionHeaders: Headers; loaderHeaders: Headers }): Record<string, string> => {
    const wait = actionHeaders.get("retry-after") ?? loaderHeaders.get("retry-after");
    return wait ? { ...own, "Retry-After": wait } : own;
  };
