/**
 * Prefetched data of product pages, kept in memory for a click: reading them from the browser's cache takes several tasks. The page's
 * `clientLoader` stores them when a fetcher loads the page, and takes them out when the router navigates to it.
 */

/** Milliseconds for which an entry is valid, as long as a browser reuses a prefetched response. */
const LIFETIME = 5 * 60_000;
/** Most entries; the oldest is evicted first. */
const MOST = 24;

interface Entry {
  data: Promise<unknown> | undefined;
  until: number;
}

const entries = new Map<string, Entry>();

/** Path and query as the router writes them. */
const normalized = (address: string): string => {
  const { pathname, search } = new URL(address, "http://shop");
  return pathname + search;
};

/** Announces that a fetcher will load a page; false when its data are stored or already loading. */
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

/** Returns the data of a page: stored if they were announced, taken out if they are stored, loaded otherwise. */
export async function throughStore<T>(address: string, load: () => Promise<T>): Promise<T> {
  const key = normalized(address);
  const known = entries.get(key);
  if (known && !known.data) {
    known.data = load();
    // A failed fetcher would replace the current page by its error page, although nobody has clicked.
    return known.data.catch(() => void entries.delete(key)) as Promise<T>;
  }
  entries.delete(key);
  if (!known?.data || known.until <= Date.now()) return load();
  return (known.data as Promise<T>).catch(load);
}
