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

/**
 * Reads each of many things once for all public answers, under a key of its own, and those that are missing in one go; `read` may
 * name more keys of one thing. Anew for whatever else asks. What is not found is left out.
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
  // Begins when all are asked for, and names its keys by each.
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
