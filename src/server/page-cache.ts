import { LRUCache } from "lru-cache";
import { type StoredResponse, storeResponse } from "./stored-response";

/** Answers that are the same for everybody, kept ready in memory until the shop changes or a minute has passed. */
export interface PageCache {
  get(key: string): StoredResponse | undefined;
  /**
   * The kept answer, or what `make` gives, which is kept when it says that it may be. Who asks for the same meanwhile waits
   * for the same making.
   */
  getOrRender(key: string, render: () => Promise<Response>): Promise<StoredResponse | Response>;
  /** Something of the shop that is asked for again and again, read once until the shop changes or a minute has passed. */
  memoize<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** The shop has changed: nothing that was made before may be sent again. */
  clear(): void;
}

const LONGEST_KEY = 512;
const LONGEST_SECONDS = 60;
const LONGEST_SECONDS_MISSING = 5;

interface Entry {
  answer: StoredResponse;
  until: number;
}

/**
 * Keeps at most `bytes` in memory. An answer asked for once waits in a quarter of that, so that whoever asks for
 * thousands of different addresses drives out only others that nobody else wanted.
 */
export function openPageCache({ bytes = 96 * 1024 * 1024, now = Date.now } = {}): PageCache {
  const proven = shelf(bytes * 0.75);
  const newcomers = shelf(bytes * 0.25);
  const inMaking = new Map<string, Promise<StoredResponse | Response>>();
  const remembered = new Map<string, { value: Promise<unknown>; until: number }>();
  let generation = 0;

  function get(key: string): StoredResponse | undefined {
    const known = proven.get(key);
    if (known && known.until > now()) return known.answer;
    const newcomer = newcomers.get(key);
    if (!newcomer || newcomer.until <= now()) return undefined;
    newcomers.delete(key);
    proven.set(key, newcomer);
    return newcomer.answer;
  }

  async function renderAndCache(key: string, render: () => Promise<Response>): Promise<StoredResponse | Response> {
    const born = generation;
    const response = await render();
    if (!isShareable(response)) return response;
    const seconds = secondsToKeep(response);
    const answer = await storeResponse(response);
    // Whatever changed meanwhile may not be in it.
    if (seconds > 0 && born === generation && key.length <= LONGEST_KEY)
      newcomers.set(key, { answer, until: now() + seconds * 1000 });
    return answer;
  }

  return {
    get,
    async getOrRender(key, render) {
      const known = get(key);
      if (known) return known;
      const others = inMaking.get(key);
      const made = others && (await others);
      if (made && !(made instanceof Response)) return made;

      const making = renderAndCache(key, render);
      inMaking.set(key, making);
      try {
        return await making;
      } finally {
        if (inMaking.get(key) === making) inMaking.delete(key);
      }
    },
    async memoize<T>(key: string, read: () => Promise<T>) {
      const known = remembered.get(key);
      if (known && known.until > now()) return known.value as Promise<T>;
      const entry = { value: read(), until: now() + LONGEST_SECONDS * 1000 };
      remembered.set(key, entry);
      // What could not be read is asked for again.
      entry.value.catch(() => remembered.get(key) === entry && remembered.delete(key));
      return entry.value;
    },
    clear() {
      generation += 1;
      remembered.clear();
      proven.clear();
      newcomers.clear();
      inMaking.clear();
    },
  };
}

/** Whether those who wait for the same address may get the same answer: it is text, and names nobody. */
const isShareable = ({ headers }: Response): boolean =>
  /^(text|application)\//.test(headers.get("content-type") ?? "") &&
  !headers.has("set-cookie") &&
  /^(accept-encoding)?$/i.test(headers.get("vary") ?? "");

/** How long an answer may be kept by its own words, in seconds; 0 for what belongs to one shopper only. */
function secondsToKeep({ status, headers }: Response): number {
  const words = headers.get("cache-control") ?? "";
  if (!/\bpublic\b/.test(words)) return 0;
  const seconds = Number(/\bs-maxage=(\d+)/.exec(words)?.[1] ?? /\bmax-age=(\d+)/.exec(words)?.[1] ?? 0);
  if (status === 200) return Math.min(seconds, LONGEST_SECONDS);
  return status === 404 ? Math.min(seconds, LONGEST_SECONDS_MISSING) : 0;
}

/** What was used least lately is forgotten first. Both encodings are made later; they take about half as much again. */
const shelf = (bytes: number) =>
  new LRUCache<string, Entry>({
    maxSize: Math.max(1, Math.floor(bytes)),
    sizeCalculation: ({ answer }) => Math.ceil(answer.bodies.identity.length * 1.5) + 2048,
  });
