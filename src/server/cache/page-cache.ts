import { EVERYTHING, type Memoize } from "~/platform/cache-keys.server";
import { logFault } from "~/platform/database.server";
import { RenderQueueFull } from "../rendering/render-queue";
import { cacheLimits } from "./cache-limits";
import { memoizedReads } from "./memoized-reads";
import { isShareable, maxAgeOf, staleAgeOf } from "./response-lifetime";
import { responseStore, type StoredEntry } from "./response-store";
import { isSameResponse, type StoredResponse, storeResponse } from "./stored-response";
import { trackedWork } from "./tracked-work";

/**
 * Public responses in memory, kept until their data changes or a minute has passed. A response that is rendered again with the
 * same bytes keeps its compressed bodies.
 */
export interface PageCache {
  get(address: string): StoredResponse | undefined;
  /**
   * Returns the stored response, or renders it and stores it if its Cache-Control allows. Concurrent requests share one render.
   * An expired response that no change has dropped is served at once, as long as its `stale-while-revalidate` allows, and
   * rendered again for later requests.
   */
  getOrRender(address: string, render: () => Promise<Response>): Promise<StoredResponse | Response>;
  /** Memoizes a read until its data changes or a minute has passed. */
  memoize: Memoize;
  /** Drops responses that depend on one of the keys, including those being rendered. */
  drop(keys: readonly string[]): void;
  /** Drops all responses. */
  clear(): void;
  /** Bytes of the stored responses. */
  size(): number;
}

type Rendered = StoredResponse | Response;
type Render = () => Promise<Response>;

/** Opens an empty page cache with a limit of bytes. */
export function openPageCache({ bytes = cacheLimits.bytes as number, now = Date.now } = {}): PageCache {
  const store = responseStore(bytes);
  const work = trackedWork();
  const memoized = memoizedReads(work, now);
  const isFresh = ({ until }: StoredEntry) => until > now();
  const renders = sharedRenders(renderAndStore);

  async function renderAndStore(address: string, render: Render): Promise<Rendered> {
    const { result, keys, isCurrent } = await work.record(async () => {
      const response = await render();
      return isShareable(response) ? { response, stored: await storeResponse(response) } : { response };
    }, memoized.get);
    const { response, stored } = result;
    if (!stored) return response;
    const seconds = maxAgeOf(response);
    if (seconds === 0 || !isCurrent || address.length > cacheLimits.address) return stored;
    const before = store.peek(address)?.response;
    const kept = before && isSameResponse(before, stored) ? before : stored;
    const until = now() + seconds * 1000;
    store.set(address, { response: kept, keys, until, staleUntil: until + staleAgeOf(response) * 1000 });
    return kept;
  }

  async function getOrRender(address: string, render: Render): Promise<Rendered> {
    const known = store.get(address, isFresh);
    if (known) return known.response;
    const expired = store.peek(address);
    const rendered = renders.get(address, render);
    if (!expired || expired.staleUntil <= now()) return rendered;
    // A failed render is not stored, so that the next request renders again.
    rendered.catch((error: unknown) => {
      if (!(error instanceof RenderQueueFull)) logFault(error, { address }, "page could not be rendered anew");
    });
    return expired.response;
  }

  function drop(keys: readonly string[]): void {
    if (keys.includes(EVERYTHING)) store.clear();
    else store.drop([...keys, EVERYTHING]);
    work.drop(keys);
    memoized.drop(keys);
    renders.forget();
  }

  return {
    get: (address) => store.get(address, isFresh)?.response,
    getOrRender,
    memoize: memoized.get,
    drop,
    clear: () => drop([EVERYTHING]),
    size: store.size,
  };
}

/** Concurrent requests for an address share one render, unless its response turns out private. */
function sharedRenders(begin: (address: string, render: Render) => Promise<Rendered>) {
  const pending = new Map<string, Promise<Rendered>>();
  return {
    async get(address: string, render: Render): Promise<Rendered> {
      const other = pending.get(address);
      const shared = other && (await other);
      if (shared && !(shared instanceof Response)) return shared;

      const own = begin(address, render);
      pending.set(address, own);
      try {
        return await own;
      } finally {
        if (pending.get(address) === own) pending.delete(address);
      }
    },
    /** Requests after a change do not share renders that began before it. */
    forget: () => pending.clear(),
  };
}
