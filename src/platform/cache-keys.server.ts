import { AsyncLocalStorage } from "node:async_hooks";

/** Runs a read once for many responses, by name, until one of the read's keys is dropped. */
export type Memoize = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** Cache keys collected for the current response, and whether the current read has named its own keys. */
interface Recording {
  keys: Set<string>;
  isNamed: boolean;
  memoize: Memoize | undefined;
}

const recordings = new AsyncLocalStorage<Recording>();

/** Key for all keys at once. */
export const EVERYTHING = "*";

/** Key of a whole table: any change of a public column of the table drops it. */
export const tableKey = (name: string): string => `table:${name}`;

/** Collects the cache keys of all reads during `work`; the set is complete when `work` has ended. */
export function recordKeys<T>(keys: Set<string>, work: () => Promise<T>, memoize?: Memoize): Promise<T> {
  return recordings.run({ keys, isNamed: false, memoize }, work);
}

/** Adds cache keys to the current response: the cached response is dropped when one of its keys is. */
export function dependOn(...keys: readonly string[]): void {
  const recording = recordings.getStore();
  if (recording) for (const key of keys) recording.keys.add(key);
}

/** Reads under the given keys instead of those of the queried tables, which would be dropped more often. */
export async function readUnder<T>(keys: readonly string[], read: () => PromiseLike<T>): Promise<T> {
  const recording = recordings.getStore();
  if (!recording) return read();
  // Added before the read, so that a change during the read is not missed.
  dependOn(...keys);
  return recordings.run({ ...recording, isNamed: true }, async () => await read());
}

/** Runs a read once for all public responses, under its own keys. Outside of a public response it is not cached. */
export function memoized<T>(name: string, keys: readonly string[], read: () => Promise<T>): Promise<T> {
  const memoize = recordings.getStore()?.memoize;
  const readHere = () => readUnder(keys, read);
  return memoize ? memoize(name, readHere) : readHere();
}

/**
 * Runs reads of several records once for all public responses, each under its own key. Records that are not cached are read
 * together, and `read` may name further keys for each. Outside of a public response nothing is cached. Unknown records are left
 * out.
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
  // Starts when all requested keys are known, and collects the further keys of each record.
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

/** Reads without adding cache keys. Unless the caller adds them, the cached response may show a value up to a minute old. */
export function withoutKeys<T>(read: () => Promise<T>): Promise<T> {
  const recording = recordings.getStore();
  return recording ? recordings.run({ ...recording, keys: new Set() }, read) : read();
}

/** Called for every query: a query outside of a read with named keys adds the keys of its tables. */
export function recordQuery(query: string): void {
  const recording = recordings.getStore();
  if (!recording || recording.isNamed) return;
  for (const [, table = ""] of query.matchAll(TABLES)) recording.keys.add(tableKey(table));
}

const TABLES = /\b(?:from|join|update|into)\s+"?([a-z_]+)"?/gi;
