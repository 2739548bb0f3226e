import { AsyncLocalStorage } from "node:async_hooks";

/** The keys of what an answer under way has read so far, and whether the read in progress has named its own. */
interface Recording {
  keys: Set<string>;
  isNamed: boolean;
}

const recordings = new AsyncLocalStorage<Recording>();

/** Stands for every key there is. */
export const EVERYTHING = "*";

/** The key of a table as a whole: any change of what it shows drops it. */
export const tableKey = (name: string): string => `table:${name}`;

/** Collects the keys of what is read meanwhile. The set grows until the work has ended. */
export function recordKeys<T>(keys: Set<string>, work: () => Promise<T>): Promise<T> {
  return recordings.run({ keys, isNamed: false }, work);
}

/** The answer under way shows what these keys stand for: a change of it drops the answer. */
export function dependOn(...keys: readonly string[]): void {
  const recording = recordings.getStore();
  if (recording) for (const key of keys) recording.keys.add(key);
}

/** Reads under narrower keys than those of the tables the queries name, which stand when nothing else is said. */
export async function readUnder<T>(keys: readonly string[], read: () => PromiseLike<T>): Promise<T> {
  const recording = recordings.getStore();
  if (!recording) return read();
  // Before the read: a change that comes in between must not be missed.
  dependOn(...keys);
  return recordings.run({ keys: recording.keys, isNamed: true }, async () => await read());
}

/** Every query comes by here: one that nobody named keys for depends on its tables as a whole. */
export function recordQuery(query: string): void {
  const recording = recordings.getStore();
  if (!recording || recording.isNamed) return;
  for (const [, table = ""] of query.matchAll(TABLES)) recording.keys.add(tableKey(table));
}

const TABLES = /\b(?:from|join|update|into)\s+"?([a-z_]+)"?/gi;
