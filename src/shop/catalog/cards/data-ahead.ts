/**
 * Data of products' pages, fetched ahead of a click and kept for it: from the browser's cache a click would have them some turns of the
 * page's thread later. A page's `clientLoader` puts them here when a fetcher asks, and takes them out when the router does.
 */

/** How long they serve, in milliseconds; a browser lets a prefetched answer serve as long. */
const SERVES = 5 * 60_000;
/** So many at most; the oldest goes first. */
const MOST = 24;

interface Entry {
  data: Promise<unknown> | undefined;
  until: number;
}

const entries = new Map<string, Entry>();

/** As the router writes it. */
const normalized = (address: string): string => {
  const { pathname, search } = new URL(address, "http://shop");
  return pathname + search;
};

/** Notes that a fetcher is about to ask for a page; false when its data are here, or on their way. */
export function expect(address: string): boolean {
  const key = normalized(address);
  const known = entries.get(key);
  if (known && known.until > Date.now()) return false;
  entries.delete(key);
  const [oldest] = entries.keys();
  if (entries.size >= MOST && oldest !== undefined) entries.delete(oldest);
  entries.set(key, { data: undefined, until: Date.now() + SERVES });
  return true;
}

/** The data of a page: kept when they were expected, given out once when they were kept, loaded otherwise. */
export async function throughStore<T>(address: string, load: () => Promise<T>): Promise<T> {
  const key = normalized(address);
  const known = entries.get(key);
  if (known && !known.data) {
    known.data = load();
    // A fetcher that fails would put an error in the place of the page at hand: nobody has asked for this one yet.
    return known.data.catch(() => void entries.delete(key)) as Promise<T>;
  }
  entries.delete(key);
  if (!known?.data || known.until <= Date.now()) return load();
  return (known.data as Promise<T>).catch(load);
}
