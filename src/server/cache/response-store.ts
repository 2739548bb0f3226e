import { keyIndex } from "./key-index";
import { type StoredResponse, bytesOf } from "./stored-response";

/** A stored response with what it was made from. */
export interface StoredEntry {
  response: StoredResponse;
  /** The keys whose change drops it. */
  keys: readonly string[];
  /** In milliseconds: until when it is fresh, and until when it may be served while a newer one is rendered. */
  until: number;
  staleUntil: number;
}

/** Stored responses by address, bounded by the bytes they really take. */
export interface ResponseStore {
  /** Counts as a request: an entry requested twice is evicted later. */
  get(address: string, isFresh: (entry: StoredEntry) => boolean): StoredEntry | undefined;
  peek(address: string): StoredEntry | undefined;
  set(address: string, entry: StoredEntry): void;
  /** Drops all that depend on one of the keys. */
  drop(keys: readonly string[]): void;
  clear(): void;
  /** The bytes held now. */
  size(): number;
}

/**
 * A segmented LRU: a response requested once stays in a quarter of the bytes, so that a crawler of thousands of addresses evicts
 * only others that nobody requested twice.
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
      const part = frequent.take(address) ? frequent : recent;
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

/** Entries in the order of their last use, the oldest evicted when they take more than `most` bytes. */
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
    take,
    set,
    /** Counts an entry anew whose bodies have changed. */
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

/** Measured: what an entry takes besides its bodies, and what each of its keys does in the index. */
const BYTES_PER_ENTRY = 2_500;
const BYTES_PER_KEY = 100;

const sizeOf = (address: string, { response, keys }: StoredEntry): number =>
  bytesOf(response) + BYTES_PER_ENTRY + address.length + keys.length * BYTES_PER_KEY;
