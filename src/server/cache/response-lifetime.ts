import { cacheLimits } from "./cache-limits";

/** Whether concurrent requests may share a response: text without cookies that varies only by encoding. */
export const isShareable = ({ headers }: Response): boolean =>
  /^(text|application)\//.test(headers.get("content-type") ?? "") &&
  !headers.has("set-cookie") &&
  /^(accept-encoding)?$/i.test(headers.get("vary") ?? "");

/** Seconds for which Cache-Control allows shared caching, up to a limit; 0 for private responses and errors other than 404. */
export function maxAgeOf({ status, headers }: Response): number {
  const directives = headers.get("cache-control") ?? "";
  if (!/\bpublic\b/.test(directives)) return 0;
  const seconds = Number(/\bs-maxage=(\d+)/.exec(directives)?.[1] ?? /\bmax-age=(\d+)/.exec(directives)?.[1] ?? 0);
  if (status === 200) return Math.min(seconds, cacheLimits.fresh);
  return status === 404 ? Math.min(seconds, cacheLimits.freshIfMissing) : 0;
}

/** Seconds for which Cache-Control allows serving the response after it expired, up to `cacheLimits.stale`. */
export const staleAgeOf = ({ headers }: Response): number =>
  Math.min(
    Number(/\bstale-while-revalidate=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1] ?? 0),
    cacheLimits.stale,
  );
