/** Limits of the page cache and of the reads that its responses share. Times are in seconds. */
export const cacheLimits = {
  /** Maximum size in bytes of all stored responses. */
  bytes: 32 * 1024 * 1024,
  /** Maximum length of an address whose response is stored. */
  address: 512,
  /** Maximum number of keys of one response or read; one with more keys is dropped by any change. */
  keys: 1_000,
  /** Maximum number of memoized reads. */
  reads: 2_000,
  /** Maximum age of a response, of a response that says that a page does not exist, and of a read. */
  fresh: 60,
  freshIfMissing: 5,
  freshRead: 60,
  /** Maximum time for which an expired response is still served while it is rendered again. */
  stale: 600,
} as const;
