/**
 * Prefetched data of product pages, kept in memory for a click: reading them from the browser's cache takes several tasks. The
 * page's `clientLoader` stores the data when a fetcher loads the page, and removes and returns it when the router navigates
 * there.
 */

/** Milliseconds for which an entry is valid, the same time as browsers reuse a prefetched response. */
const LIFETIME = 5 * 60_000;
/** Maximum number of entries; the oldest is evicted first. */
const MOST = 24;

interface Entry {
  data: Promise<unknown> | undefined;
  until: number;
}

const entries = new Map<string, Entry>();

/** Path and query of an address, encoded as the router encodes them. */
const normalized = (address: string): string => {
  const { pathname, search } = new URL(address, "http://shop");
  return pathname + search;
};

/** Announces that a fetcher will load a page; returns false if it was announced before and its entry has not expired. */
export function expect(address: string): boolean {
  const key = normalized(address);
  const known = entries.get(key);
  if (known && known.until > Date.now()) return false;
  entries.delete(key);
  const [oldest] = entries.keys();
  if (entries.size >= MOST && oldest !== undefined) entries.delete(oldest);
  entries.set(key, { data: undefined, until: Date.now() + LIFETIME });
  return true;
}

/**
 * Returns the data of a page. If `expect` announced the page, the data is loaded and stored; if it is stored, it is removed from
 * the store; otherwise it is loaded.
 */
export async function throughStore<T>(address: string, load: () => Promise<T>): Promise<T> {
  const key = normalized(address);
  const known = entries.get(key);
  if (known && !known.data) {
    known.data = load();
    // A failed fetcher would replace the current page by its error page, although the shopper has not clicked.
    return known.data.catch(() => void entries.delete(key)) as Promise<T>;
  }
  entries.delete(key);
  if (!known?.data || known.until <= Date.now()) return load();
  return (known.data as Promise<T>).catch(load);
}
