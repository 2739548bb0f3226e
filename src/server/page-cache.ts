import { LRUCache } from "lru-cache";
import { RenderQueueFull } from "./render-queue";
import { type StoredResponse, storeResponse } from "./stored-response";

/** Public responses, stored in memory until the shop changes or a minute has passed. */
export interface PageCache {
  get(key: string): StoredResponse | undefined;
  /**
   * The stored response, or what `render` returns, stored if its Cache-Control allows. Concurrent requests for a key share one
   * render. With the render queue full an expired response is served as long as its `stale-while-revalidate` allows.
   */
  getOrRender(key: string, render: () => Promise<Response>): Promise<StoredResponse | Response>;
  /** Memoizes a read until the shop changes or a minute has passed. */
  memoize<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Invalidates everything, also what is being rendered. */
  clear(): void;
}

const MAX_KEY = 512;
const MAX_SECONDS = 60;
const MAX_SECONDS_MISSING = 5;
const MAX_SECONDS_STALE = 600;

interface Entry {
  response: StoredResponse;
  until: number;
  /** Until when it may be served while no newer one can be rendered. */
  staleUntil: number;
}

/**
 * Stores at most `bytes`. A response requested once stays in a segment of a quarter of that (a segmented LRU), so that a crawler
 * of thousands of addresses evicts only others that nobody requested twice.
 */
export function openPageCache({ bytes = 96 * 1024 * 1024, now = Date.now } = {}): PageCache {
  const frequent = lru(bytes * 0.75);
  const recent = lru(bytes * 0.25);
  const rendering = new Map<string, Promise<StoredResponse | Response>>();
  const memoized = new Map<string, { value: Promise<unknown>; until: number }>();
  let generation = 0;

  function get(key: string): StoredResponse | undefined {
    const known = frequent.get(key);
    if (known && known.until > now()) return known.response;
    const entry = recent.get(key);
    if (!entry || entry.until <= now()) return undefined;
    recent.delete(key);
    frequent.set(key, entry);
    return entry.response;
  }

  function getStale(key: string): StoredResponse | undefined {
    const entry = recent.get(key) ?? frequent.get(key);
    return entry && entry.staleUntil > now() ? entry.response : undefined;
  }

  async function renderAndStore(key: string, render: () => Promise<Response>): Promise<StoredResponse | Response> {
    const renderedFor = generation;
    const response = await render();
    if (!isShareable(response)) return response;
    const seconds = maxAgeOf(response);
    const staleSeconds = staleAgeOf(response);
    const stored = await storeResponse(response);
    // A change during the render may not be in it.
    if (seconds > 0 && renderedFor === generation && key.length <= MAX_KEY) {
      const until = now() + seconds * 1000;
      recent.set(key, { response: stored, until, staleUntil: until + staleSeconds * 1000 });
    }
    return stored;
  }

  async function renderOnce(key: string, render: () => Promise<Response>): Promise<StoredResponse | Response> {
    const other = rendering.get(key);
    const shared = other && (await other);
    if (shared && !(shared instanceof Response)) return shared;

    const pending = renderAndStore(key, render);
    rendering.set(key, pending);
    try {
      return await pending;
    } finally {
      if (rendering.get(key) === pending) rendering.delete(key);
    }
  }

  return {
    get,
    async getOrRender(key, render) {
      const known = get(key);
      if (known) return known;
      try {
        return await renderOnce(key, render);
      } catch (error) {
        const stale = error instanceof RenderQueueFull ? getStale(key) : undefined;
        if (!stale) throw error;
        return stale;
      }
    },
    async memoize<T>(key: string, read: () => Promise<T>) {
      const known = memoized.get(key);
      if (known && known.until > now()) return known.value as Promise<T>;
      const entry = { value: read(), until: now() + MAX_SECONDS * 1000 };
      memoized.set(key, entry);
      // A failed read is not memoized.
      entry.value.catch(() => memoized.get(key) === entry && memoized.delete(key));
      return entry.value;
    },
    clear() {
      generation += 1;
      memoized.clear();
      frequent.clear();
      recent.clear();
      rendering.clear();
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

/** Evicts the least recently used. Both encodings are compressed later; they take about half as much again. */
const lru = (bytes: number) =>
  new LRUCache<string, Entry>({
    maxSize: Math.max(1, Math.floor(bytes)),
    sizeCalculation: ({ response }) => Math.ceil(response.bodies.identity.length * 1.5) + 2048,
  });
