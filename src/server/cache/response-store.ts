import { keyIndex } from "./key-index";
import { type StoredResponse, bytesOf } from "./stored-response";

/** A stored response with its keys. */
export interface StoredEntry {
  response: StoredResponse;
  /** Keys whose change drops the response. */
  keys: readonly string[];
  /** Times in milliseconds: when the response expires, and until when it may be served stale. */
  until: number;
  staleUntil: number;
}

/** Stored responses by address, limited by the memory they use. */
export interface ResponseStore {
  /** Reads an entry and counts the request: entries requested twice are evicted later. */
  get(address: string, isFresh: (entry: StoredEntry) => boolean): StoredEntry | undefined;
  peek(address: string): StoredEntry | undefined;
  set(address: string, entry: StoredEntry): void;
  /** Drops entries that depend on one of the keys. */
  drop(keys: readonly string[]): void;
  clear(): void;
  /** Bytes of memory that all entries use. */
  size(): number;
}

/**
 * A segmented LRU: responses requested once share a quarter of the bytes, so that a crawler's requests cannot evict responses
 * that were requested more often.
 */
export function responseStore(bytes: number): ResponseStore {
  const addresses = keyIndex();
  const frequent = segment(bytes * 0.75, forget);
  const recent = segment(bytes * 0.25, forget);

  function forget(address: string, { keys, response }: StoredEntry): void {
    delete response.onResize;
    addresses.remove(address, keys);
  }

  function remove(address: string): void {
    for (const part of [frequent, recent]) {
      const entry = part.take(address);
      if (entry) forget(address, entry);
    }
  }

  return {
    get(address, isFresh) {
      const known = frequent.get(address);
      if (known) return isFresh(known) ? known : undefined;
      const entry = recent.get(address);
      if (!entry || !isFresh(entry)) return undefined;
      recent.take(address);
      entry.response.onResize = () => frequent.resize(address);
      frequent.set(address, entry);
      return entry;
    },
    peek: (address) => recent.get(address) ?? frequent.get(address),
    set(address, entry) {
      const part = frequent.has(address) ? frequent : recent;
      remove(address);
      addresses.add(address, entry.keys);
      entry.response.onResize = () => part.resize(address);
      part.set(address, entry);
    },
    drop(keys) {
      for (const key of keys) for (const address of addresses.of(key)) remove(address);
    },
    clear() {
      frequent.clear();
      recent.clear();
      addresses.clear();
    },
    size: () => frequent.size() + recent.size(),
  };
}

/** Entries in order of last use; the oldest are evicted beyond `most` bytes. */
function segment(most: number, onEvict: (address: string, entry: StoredEntry) => void) {
  const entries = new Map<string, { entry: StoredEntry; bytes: number }>();
  let total = 0;

  function take(address: string): StoredEntry | undefined {
    const known = entries.get(address);
    if (!known) return undefined;
    entries.delete(address);
    total -= known.bytes;
    return known.entry;
  }

  function evict(): void {
    for (const [address, { entry }] of entries) {
      if (total <= most) return;
      take(address);
      onEvict(address, entry);
    }
  }

  function set(address: string, entry: StoredEntry): void {
    take(address);
    const bytes = sizeOf(address, entry);
    entries.set(address, { entry, bytes });
    total += bytes;
    evict();
  }

  return {
    get(address: string): StoredEntry | undefined {
      const known = entries.get(address);
      if (!known) return undefined;
      entries.delete(address);
      entries.set(address, known);
      return known.entry;
    },
    has: (address: string) => entries.has(address),
    take,
    set,
    /** Updates the size of an entry whose bodies have changed. */
    resize(address: string): void {
      const known = entries.get(address);
      if (!known) return;
      const bytes = sizeOf(address, known.entry);
      total += bytes - known.bytes;
      known.bytes = bytes;
      evict();
    },
    clear() {
      entries.clear();
      total = 0;
    },
    size: () => total,
  };
}

/** Measured overhead in bytes of an entry, and of each of its keys in the index. */
const BYTES_PER_ENTRY = 2_500;
const BYTES_PER_KEY = 100;

const sizeOf = (address: string, { response, keys }: StoredEntry): number =>
  bytesOf(response) + BYTES_PER_ENTRY + address.length + keys.length * BYTES_PER_KEY;
