import { type Ready, readyFrom } from "./ready";

/** Answers that are the same for everybody, kept ready in memory until the shop changes or a minute has passed. */
export interface KeptAnswers {
  find(key: string): Ready | undefined;
  /** The kept answer, or what `make` gives, which is kept when it says that it may be. */
  answer(key: string, make: () => Promise<Response>): Promise<Ready | Response>;
  /** The shop has changed: nothing that was made before may be sent again. */
  drop(): void;
}

const LONGEST_KEY = 512;
const LONGEST_SECONDS = 60;
const LONGEST_SECONDS_MISSING = 5;

interface Entry {
  answer: Ready;
  until: number;
}

/**
 * Keeps at most `bytes` in memory. An answer asked for once waits in a quarter of that, so that whoever asks for
 * thousands of different addresses drives out only others that nobody else wanted.
 */
export function keepAnswers({ bytes = 96 * 1024 * 1024, now = Date.now } = {}): KeptAnswers {
  const proven = shelf(bytes * 0.75);
  const newcomers = shelf(bytes * 0.25);
  const inMaking = new Map<string, Promise<Ready | undefined>>();
  let generation = 0;

  function find(key: string): Ready | undefined {
    const known = proven.get(key);
    if (known && known.until > now()) return known.answer;
    const newcomer = newcomers.get(key);
    if (!newcomer || newcomer.until <= now()) return undefined;
    newcomers.delete(key);
    proven.set(key, newcomer);
    return newcomer.answer;
  }

  async function makeAndKeep(key: string, make: () => Promise<Response>): Promise<Ready | Response> {
    const born = generation;
    const response = await make();
    const seconds = secondsToKeep(response);
    if (!seconds) return response;
    const answer = await readyFrom(response);
    // Whatever changed meanwhile may not be in it.
    if (born === generation) newcomers.set(key, { answer, until: now() + seconds * 1000 });
    return answer;
  }

  return {
    find,
    async answer(key, make) {
      if (key.length > LONGEST_KEY) return make();
      const known = find(key);
      if (known) return known;
      const others = inMaking.get(key);
      const made = others && (await others);
      if (made) return made;

      const making = makeAndKeep(key, make);
      const shared = making.then(
        (made) => (made instanceof Response ? undefined : made),
        () => undefined,
      );
      inMaking.set(key, shared);
      return making.finally(() => {
        if (inMaking.get(key) === shared) inMaking.delete(key);
      });
    },
    drop() {
      generation += 1;
      proven.clear();
      newcomers.clear();
      inMaking.clear();
    },
  };
}

/** How long an answer may be kept by its own words, in seconds; 0 for what belongs to one shopper only. */
function secondsToKeep({ status, headers }: Response): number {
  const words = headers.get("cache-control") ?? "";
  const vary = headers.get("vary") ?? "";
  // Pictures and films lie ready on the disk.
  if (!/^(text|application)\//.test(headers.get("content-type") ?? "")) return 0;
  if (!/\bpublic\b/.test(words) || headers.has("set-cookie") || !/^(accept-encoding)?$/i.test(vary)) return 0;
  const seconds = Number(/\bs-maxage=(\d+)/.exec(words)?.[1] ?? /\bmax-age=(\d+)/.exec(words)?.[1] ?? 0);
  if (status === 200) return Math.min(seconds, LONGEST_SECONDS);
  return status === 404 ? Math.min(seconds, LONGEST_SECONDS_MISSING) : 0;
}

/** A map of limited size that forgets what was used least lately. */
function shelf(limit: number) {
  const entries = new Map<string, Entry>();
  let size = 0;
  // Both encodings are made later; they take about half as much again.
  const weight = ({ answer }: Entry): number => answer.bodies.identity.length * 1.5 + 2048;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry && entries.delete(key)) size -= weight(entry);
  }

  return {
    get(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (entry) {
        entries.delete(key);
        entries.set(key, entry);
      }
      return entry;
    },
    delete: remove,
    set(key: string, entry: Entry): void {
      remove(key);
      entries.set(key, entry);
      size += weight(entry);
      for (const [oldest] of entries) {
        if (size <= limit) break;
        remove(oldest);
      }
    },
    clear(): void {
      entries.clear();
      size = 0;
    },
  };
}
