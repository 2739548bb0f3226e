/** Index of cache entries by their keys, so that a change finds them without a scan. */
export interface KeyIndex {
  add(entry: string, keys: readonly string[]): void;
  remove(entry: string, keys: readonly string[]): void;
  /** Entries with a key; entries may be removed during iteration. */
  of(key: string): Iterable<string>;
  clear(): void;
}

export function keyIndex(): KeyIndex {
  const entriesByKey = new Map<string, Set<string>>();
  return {
    add(entry, keys) {
      for (const key of keys) {
        const entries = entriesByKey.get(key);
        if (entries) entries.add(entry);
        else entriesByKey.set(key, new Set([entry]));
      }
    },
    remove(entry, keys) {
      for (const key of keys) {
        const entries = entriesByKey.get(key);
        entries?.delete(entry);
        if (entries?.size === 0) entriesByKey.delete(key);
      }
    },
    of: (key) => entriesByKey.get(key) ?? [],
    clear: () => entriesByKey.clear(),
  };
}
