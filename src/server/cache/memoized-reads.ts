import { LRUCache } from "lru-cache";
import { dependOn, EVERYTHING } from "~/platform/cache-keys.server";
import { cacheLimits } from "./cache-limits";
import { keyIndex } from "./key-index";
import type { Recorded, TrackedWork } from "./tracked-work";

interface Memoized {
  recorded: Promise<Recorded<unknown>>;
  /** Cache keys that the read depends on; unset while it runs. */
  keys?: readonly string[];
  until: number;
}

/** Memoizes reads shared by many responses, for at most a minute or until one of their keys is dropped. */
export function memoizedReads(work: TrackedWork, now: () => number) {
  const entries = memoizedEntries();

  function begin(name: string, read: () => Promise<unknown>): Memoized {
    // `get` also memoizes the reads within this read.
    const entry: Memoized = { recorded: work.record(read, get), until: now() + cacheLimits.freshRead * 1000 };
    entries.add(name, entry);
    entry.recorded.then(
      // A result whose keys were dropped during the read is stale and not kept.
      ({ keys, isCurrent }) => (isCurrent ? entries.complete(name, entry, keys) : entries.forget(name, entry)),
      () => entries.forget(name, entry),
    );
    return entry;
  }

  async function get<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = entries.get(name);
    const entry = known && known.until > now() ? known : begin(name, read);
    const { result, keys } = await entry.recorded;
    dependOn(...keys);
    return result as T;
  }

  return { get, drop: entries.drop };
}

/** The `cacheLimits.reads` most recently used entries, by name and by the keys that they depend on. */
function memoizedEntries() {
  const names = keyIndex();
  /** Names of entries being read: their keys are unknown, so that any change removes them. */
  const beingRead = new Set<string>();
  const entries = new LRUCache<string, Memoized>({
    max: cacheLimits.reads,
    dispose(entry, name) {
      beingRead.delete(name);
      if (entry.keys) names.remove(name, entry.keys);
    },
  });

  return {
    get: (name: string): Memoized | undefined => entries.get(name),
    add(name: string, entry: Memoized): void {
      entries.set(name, entry);
      beingRead.add(name);
    },
    /** Stores the keys of an entry, unless a newer entry replaced it. */
    complete(name: string, entry: Memoized, keys: readonly string[]): void {
      if (entries.peek(name) !== entry) return;
      entry.keys = keys;
      beingRead.delete(name);
      names.add(name, keys);
    },
    forget(name: string, entry: Memoized): void {
      if (entries.peek(name) === entry) entries.delete(name);
    },
    drop(keys: readonly string[]): void {
      if (keys.includes(EVERYTHING)) return entries.clear();
      for (const name of beingRead) entries.delete(name);
      for (const key of [...keys, EVERYTHING]) for (const name of names.of(key)) entries.delete(name);
    },
  };
}
