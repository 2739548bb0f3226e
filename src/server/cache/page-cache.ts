import { dependOn, EVERYTHING, type Memoize, recordKeys } from "~/platform/cache-keys.server";
import { RenderQueueFull } from "../rendering/render-queue";
import { responseStore, type StoredEntry } from "./response-store";
import { type StoredResponse, storeResponse } from "./stored-response";

/** Public responses, stored in memory until what they show changes or a minute has passed. */
export interface PageCache {
  get(address: string): StoredResponse | undefined;
  /**
   * The stored response, or what `render` returns, stored if its Cache-Control allows. Concurrent requests for an address share
   * one render. With the render queue full an expired response is served as long as its `stale-while-revalidate` allows.
   */
  getOrRender(address: string, render: () => Promise<Response>): Promise<StoredResponse | Response>;
  /** Memoizes a read until what it read changes or a minute has passed. */
  memoize: Memoize;
  /** Invalidates what depends on one of the keys, also what is being rendered. */
  drop(keys: readonly string[]): void;
  /** Invalidates everything. */
  clear(): void;
  /** The bytes that stored responses take. */
  size(): number;
}

const MAX_ADDRESS = 512;
const MAX_SECONDS = 60;
const MAX_SECONDS_MISSING = 5;
const MAX_SECONDS_STALE = 600;
/** What shows more than this is dropped with anything. */
const MAX_KEYS = 1_000;
const MAX_MEMOIZED = 2_000;

type Rendered = StoredResponse | Response;

export function openPageCache({ bytes = 32 * 1024 * 1024, now = Date.now } = {}): PageCache {
  const store = responseStore(bytes);
  const work = worksInProgress();
  const rendering = new Map<string, Promise<Rendered>>();
  const memoized = memory(work, now);
  const isFresh = ({ until }: StoredEntry) => until > now();

  function getStale(address: string): StoredResponse | undefined {
    const entry = store.peek(address);
    return entry && entry.staleUntil > now() ? entry.response : undefined;
  }

  async function renderAndStore(address: string, render: () => Promise<Response>): Promise<Rendered> {
    const { result, keys, isCurrent } = await work.record(async () => {
      const response = await render();
      return isShareable(response) ? { response, stored: await storeResponse(response) } : { response };
    }, memoized.get);
    const { response, stored } = result;
    if (!stored) return response;
    const seconds = maxAgeOf(response);
    if (seconds > 0 && isCurrent && address.length <= MAX_ADDRESS) {
      const until = now() + seconds * 1000;
      store.set(address, { response: stored, keys, until, staleUntil: until + staleAgeOf(response) * 1000 });
    }
    return stored;
  }

  async function renderOnce(address: string, render: () => Promise<Response>): Promise<Rendered> {
    const other = rendering.get(address);
    const shared = other && (await other);
    if (shared && !(shared instanceof Response)) return shared;

    const pending = renderAndStore(address, render);
    rendering.set(address, pending);
    try {
      return await pending;
    } finally {
      if (rendering.get(address) === pending) rendering.delete(address);
    }
  }

  function drop(keys: readonly string[]): void {
    if (keys.includes(EVERYTHING)) store.clear();
    else store.drop([...keys, EVERYTHING]);
    work.drop(keys);
    memoized.drop(keys);
    // Whoever comes now does not wait for what was begun before the change.
    rendering.clear();
  }

  return {
    get: (address) => store.get(address, isFresh)?.response,
    async getOrRender(address, render) {
      const known = store.get(address, isFresh);
      if (known) return known.response;
      try {
        return await renderOnce(address, render);
      } catch (error) {
        const stale = error instanceof RenderQueueFull ? getStale(address) : undefined;
        if (!stale) throw error;
        return stale;
      }
    },
    memoize: memoized.get,
    drop,
    clear: () => drop([EVERYTHING]),
    size: store.size,
  };
}

interface Recorded<T> {
  result: T;
  keys: string[];
  /** False when one of the keys was dropped since the work began. */
  isCurrent: boolean;
}

/** Records the keys of each work in progress, and whether any of them was dropped meanwhile. */
function worksInProgress() {
  const droppedMeanwhile = new Set<Set<string>>();
  return {
    async record<T>(task: () => Promise<T>, memoize?: Memoize): Promise<Recorded<T>> {
      const dropped = new Set<string>();
      const keys = new Set<string>();
      droppedMeanwhile.add(dropped);
      try {
        const result = await recordKeys(keys, task, memoize);
        const isAll = keys.size > MAX_KEYS || keys.has(EVERYTHING);
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

interface Memoized {
  recorded: Promise<Recorded<unknown>>;
  /** Unset while it is being read. */
  keys?: readonly string[];
  until: number;
}

/** Reads that are repeated for many responses. */
function memory(work: ReturnType<typeof worksInProgress>, now: () => number) {
  const entries = new Map<string, Memoized>();

  function begin(name: string, read: () => Promise<unknown>): Memoized {
    const entry: Memoized = { recorded: work.record(read), until: now() + MAX_SECONDS * 1000 };
    // A failed read is not memoized, nor one of what changed meanwhile.
    const forget = () => entries.get(name) === entry && entries.delete(name);
    entry.recorded.then(({ keys, isCurrent }) => (isCurrent ? (entry.keys = keys) : forget()), forget);
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_MEMOIZED && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  return {
    async get<T>(name: string, read: () => Promise<T>): Promise<T> {
      const known = entries.get(name);
      const entry = known && known.until > now() ? known : begin(name, read);
      const { result, keys } = await entry.recorded;
      dependOn(...keys);
      return result as T;
    },
    drop(keys: readonly string[]): void {
      const dropped = new Set(keys);
      const isDropped = (key: string) => key === EVERYTHING || dropped.has(key);
      for (const [name, entry] of entries)
        if (dropped.has(EVERYTHING) || !entry.keys || entry.keys.some(isDropped)) entries.delete(name);
    },
  };
}

/** Whether concurrent requests may share the response: it is text without cookies and varies by encoding only. */
const isShareable = ({ headers }: Response): boolean =>
  /^(text|application)\//.test(headers.get("content-type") ?? "") &&
  !headers.has("set-cookie") &&
  /^(accept-encoding)?$/i.test(headers.get("vary") ?? "");

/** The seconds for which Cache-Control allows a shared cache to store it; 0 for what is private. */
function maxAgeOf({ status, headers }: Response): number {
  const directives = headers.get("cache-control") ?? "";
  if (!/\bpublic\b/.test(directives)) return 0;
  const seconds = Number(/\bs-maxage=(\d+)/.exec(directives)?.[1] ?? /\bmax-age=(\d+)/.exec(directives)?.[1] ?? 0);
  if (status === 200) return Math.min(seconds, MAX_SECONDS);
  return status === 404 ? Math.min(seconds, MAX_SECONDS_MISSING) : 0;
}

/** The seconds for which Cache-Control allows to serve it stale. */
const staleAgeOf = ({ headers }: Response): number =>
  Math.min(
    Number(/\bstale-while-revalidate=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1] ?? 0),
    MAX_SECONDS_STALE,
  );
