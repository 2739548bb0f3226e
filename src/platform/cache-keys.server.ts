import { AsyncLocalStorage } from "node:async_hooks";

/** Reads once for many responses, by name, until one of its keys is dropped. */
export type Memoize = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** Keys of the response in progress, and whether the current read has named its own. */
interface Recording {
  keys: Set<string>;
  isNamed: boolean;
  memoize: Memoize | undefined;
}

const recordings = new AsyncLocalStorage<Recording>();

/** Key that stands for all keys. */
export const EVERYTHING = "*";

/** Key of a whole table: any change of a public column drops it. */
export const tableKey = (name: string): string => `table:${name}`;

/** Collects the cache keys of all reads during `work`. The set is complete once the work has ended. */
export function recordKeys<T>(keys: Set<string>, work: () => Promise<T>, memoize?: Memoize): Promise<T> {
  return recordings.run({ keys, isNamed: false, memoize }, work);
}

/** Adds cache keys to the response in progress: a change of one drops the response. */
export function dependOn(...keys: readonly string[]): void {
  const recording = recordings.getStore();
  if (recording) for (const key of keys) recording.keys.add(key);
}

/** Reads under the given keys instead of the keys of the queried tables, which are narrower. */
export async function readUnder<T>(keys: readonly string[], read: () => PromiseLike<T>): Promise<T> {
  const recording = recordings.getStore();
  if (!recording) return read();
  // Before the read, so that a change during it is not missed.
  dependOn(...keys);
  return recordings.run({ ...recording, isNamed: true }, async () => await read());
}

/** Memoizes a read for all public responses under its own keys; other callers read anew. */
export function memoized<T>(name: string, keys: readonly string[], read: () => Promise<T>): Promise<T> {
  const memoize = recordings.getStore()?.memoize;
  const readHere = () => readUnder(keys, read);
  return memoize ? memoize(name, readHere) : readHere();
}

/**
 * Memoizes reads of many things, each under a key of its own; missing ones are read in one query, and `read` may name further keys of a
 * thing. Other callers read anew. Unknown things are left out.
 */
export async function memoizedEach<T>(
  kind: string,
  ids: readonly string[],
  keysOf: (id: string, found: T | undefined) => readonly string[],
  read: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  const memoize = recordings.getStore()?.memoize;
  if (!memoize)
    return readUnder(
      ids.flatMap((id) => keysOf(id, undefined)),
      () => read([...ids]),
    );

  const missing: string[] = [];
  // Starts once all keys are known, and reports further keys for each thing.
  const batch = readUnder([], async () => {
    await Promise.resolve();
    return missing.length > 0 ? read(missing) : new Map<string, T>();
  });
  const readOne = async (id: string) => {
    missing.push(id);
    dependOn(...keysOf(id, undefined));
    const found = (await batch).get(id);
    dependOn(...keysOf(id, found));
    return found;
  };
  const all = await Promise.all(
    ids.map(async (id) => [id, await memoize(`${kind} ${id}`, () => readUnder([], () => readOne(id)))] as const),
  );
  return new Map(all.flatMap(([id, found]) => (found === undefined ? [] : [[id, found]])));
}

/** Reads without adding cache keys to the response, which may show a value up to a minute old. */
export function withoutKeys<T>(read: () => Promise<T>): Promise<T> {
  const recording = recordings.getStore();
  return recording ? recordings.run({ ...recording, keys: new Set() }, read) : read();
}

/** Called for every query: one without named keys depends on its tables as a whole. */
export function recordQuery(query: string): void {
  const recording = recordings.getStore();
  if (!recording || recording.isNamed) return;
  for (const [, table = ""] of query.matchAll(TABLES)) recording.keys.add(tableKey(table));
}

const TABLES = /\b(?:from|join|update|into)\s+"?([a-z_]+)"?/gi;
