import { dependOn, EVERYTHING } from "~/platform/cache-keys.server";
import { keyIndex } from "./key-index";
import type { Recorded, TrackedWork } from "./tracked-work";

const MAX_SECONDS = 60;
const MAX_MEMOIZED = 2_000;

interface Memoized {
  recorded: Promise<Recorded<unknown>>;
  /** Unset while it is being read. */
  keys?: readonly string[];
  until: number;
}

/**
 * Memoizes reads that many responses repeat, each for a minute at most or until one of its cache keys is dropped; of more than can be
 * held, those that nobody has asked for the longest are forgotten.
 */
export function memoizedReads(work: TrackedWork, now: () => number) {
  const entries = new Map<string, Memoized>();
  const names = keyIndex();
  /** Those whose keys are not known yet: any change may be one of theirs. */
  const beingRead = new Set<string>();

  function forget(name: string): void {
    const entry = entries.get(name);
    entries.delete(name);
    beingRead.delete(name);
    if (entry?.keys) names.remove(name, entry.keys);
  }

  function begin(name: string, read: () => Promise<unknown>): Memoized {
    forget(name);
    // What it reads may be memoized by itself: others read that, too.
    const entry: Memoized = { recorded: work.record(read, get), until: now() + MAX_SECONDS * 1000 };
    const isHeld = () => entries.get(name) === entry;
    entry.recorded.then(
      ({ keys, isCurrent }) => {
        if (!isHeld()) return;
        // Nothing is memoized of what changed meanwhile.
        if (!isCurrent) return forget(name);
        beingRead.delete(name);
        names.add(name, (entry.keys = keys));
      },
      () => isHeld() && forget(name),
    );
    entries.set(name, entry);
    beingRead.add(name);
    const [oldest] = entries.keys();
    if (entries.size > MAX_MEMOIZED && oldest !== undefined) forget(oldest);
    return entry;
  }

  /** Puts it behind all others in the order of their last use. */
  function touched(name: string, entry: Memoized): Memoized {
    entries.delete(name);
    entries.set(name, entry);
    return entry;
  }

  async function get<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = entries.get(name);
    const entry = known && known.until > now() ? touched(name, known) : begin(name, read);
    const { result, keys } = await entry.recorded;
    dependOn(...keys);
    return result as T;
  }

  return {
    get,
    drop(keys: readonly string[]): void {
      if (keys.includes(EVERYTHING)) {
        entries.clear();
        beingRead.clear();
        names.clear();
        return;
      }
      for (const name of beingRead) forget(name);
      for (const key of [...keys, EVERYTHING]) for (const name of names.of(key)) forget(name);
    },
  };
}
