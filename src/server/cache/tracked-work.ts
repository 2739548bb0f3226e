import { EVERYTHING, type Memoize, recordKeys } from "~/platform/cache-keys.server";
import { cacheLimits } from "./cache-limits";

/** Result of a piece of work, with the cache keys that the work read. */
export interface Recorded<T> {
  result: T;
  keys: string[];
  /** Whether no key of the result was dropped during the work. */
  isCurrent: boolean;
}

/** Records the cache keys of running work, and whether one of them was dropped in the meantime. */
export function trackedWork() {
  const droppedMeanwhile = new Set<Set<string>>();
  return {
    async record<T>(task: () => Promise<T>, memoize?: Memoize): Promise<Recorded<T>> {
      const dropped = new Set<string>();
      const keys = new Set<string>();
      droppedMeanwhile.add(dropped);
      try {
        const result = await recordKeys(keys, task, memoize);
        const isAll = keys.size > cacheLimits.keys || keys.has(EVERYTHING);
        const isCurrent = dropped.size === 0 || !(isAll || [EVERYTHING, ...keys].some((key) => dropped.has(key)));
        return { result, keys: isAll ? [EVERYTHING] : [...keys], isCurrent };
      } finally {
        droppedMeanwhile.delete(dropped);
      }
    },
    drop(keys: readonly string[]): void {
      for (const dropped of droppedMeanwhile) for (const key of keys) dropped.add(key);
    },
  };
}

export type TrackedWork = ReturnType<typeof trackedWork>;
