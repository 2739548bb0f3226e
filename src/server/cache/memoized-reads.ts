import { dependOn, EVERYTHING } from "~/platform/cache-keys.server";
import type { Recorded, TrackedWork } from "./tracked-work";

const MAX_SECONDS = 60;
const MAX_MEMOIZED = 2_000;

interface Memoized {
  recorded: Promise<Recorded<unknown>>;
  /** Unset while it is being read. */
  keys?: readonly string[];
  until: number;
}

/** Memoizes reads that many responses repeat, each for a minute at most or until one of its cache keys is dropped. */
export function memoizedReads(work: TrackedWork, now: () => number) {
  const entries = new Map<string, Memoized>();

  function begin(name: string, read: () => Promise<unknown>): Memoized {
    // What it reads may be memoized by itself: others read that, too.
    const entry: Memoized = { recorded: work.record(read, get), until: now() + MAX_SECONDS * 1000 };
    // A failed read is not memoized, nor one of what changed meanwhile.
    const forget = () => entries.get(name) === entry && entries.delete(name);
    entry.recorded.then(({ keys, isCurrent }) => (isCurrent ? (entry.keys = keys) : forget()), forget);
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_MEMOIZED && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  async function get<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = entries.get(name);
    const entry = known && known.until > now() ? known : begin(name, read);
    const { result, keys } = await entry.recorded;
    dependOn(...keys);
    return result as T;
  }

  return {
    get,
    drop(keys: readonly string[]): void {
      const dropped = new Set(keys);
      const isDropped = (key: string) => key === EVERYTHING || dropped.has(key);
      for (const [name, entry] of entries)
        if (dropped.has(EVERYTHING) || !entry.keys || entry.keys.some(isDropped)) entries.delete(name);
    },
  };
}
