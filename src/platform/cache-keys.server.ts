import { AsyncLocalStorage } from "node:async_hooks";

/** Reads something once for many answers, by its name, until one of its keys is dropped. */
export type Memoize = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** The keys of what an answer under way has read so far, and whether the read in progress has named its own. */
interface Recording {
  keys: Set<string>;
  isNamed: boolean;
  memoize: Memoize | undefined;
}

const recordings = new AsyncLocalStorage<Recording>();

/** Stands for every key there is. */
export const EVERYTHING = "*";

/** The key of a table as a whole: any change of what it shows drops it. */
export const tableKey = (name: string): string => `table:${name}`;

/** Collects the keys of what is read meanwhile. The set grows until the work has ended. */
export function recordKeys<T>(keys: Set<string>, work: () => Promise<T>, memoize?: Memoize): Promise<T> {
  return recordings.run({ keys, isNamed: false, memoize }, work);
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
  return recordings.run({ ...recording, isNamed: true }, async () => await read());
}

/** Reads once for all public answers, under keys of its own; anew for whatever else asks. */
export function memoized<T>(name: string, keys: readonly string[], read: () => Promise<T>): Promise<T> {
  const memoize = recordings.getStore()?.memoize;
  const readHere = () => readUnder(keys, read);
  return memoize ? memoize(name, readHere) : readHere();
}

/** The answer under way does not depend on this: it may show what was so a minute ago. */
export function withoutKeys<T>(read: () => Promise<T>): Promise<T> {
  const recording = recordings.getStore();
  return recording ? recordings.run({ ...recording, keys: new Set() }, read) : read();
}

/** Every query comes by here: one that nobody named keys for depends on its tables as a whole. */
export function recordQuery(query: string): void {
  const recording = recordings.getStore();
  if (!recording || recording.isNamed) return;
  for (const [, table = ""] of query.matchAll(TABLES)) recording.keys.add(tableKey(table));
}

const TABLES = /\b(?:from|join|update|into)\s+"?([a-z_]+)"?/gi;
