import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fairQueue } from "./fair-queue";
import { faultOf, log } from "./log.server";

/**
 * Makes a width that several requests may ask for at once; resolves when it was made, failed, or took too long. `make` may be called again
 * for an existing width and leaves it alone.
 */
export type PictureDemand = (key: string, network: string, make: () => Promise<void>) => Promise<void>;

interface Bounds {
  /** Widths made at once. */
  atOnce?: number;
  /** Waiting requests, in all and of one network. */
  waiting?: number;
  ofNetwork?: number;
  /** Longest wait of a request, in milliseconds. */
  patience?: number;
}

interface Turn {
  network: string;
  /** Requests of its network in the last minutes. */
  before: number;
}

/** Time for which requests of a network are counted, in milliseconds. */
const LATELY = 600_000;
/** Networks that are counted. When there are more, all counts start again. */
const NETWORKS = 10_000;

/**
 * Queue of widths that requests wait for. Each width is made once, few at a time. Networks with the fewest recent requests go first, so that
 * a client that asks for every width does not delay shoppers; when the queue is full, they take the places of those with the most.
 */
export function openPictureDemand({
  atOnce = Math.min(4, os.availableParallelism()),
  waiting = 2048,
  ofNetwork = 32,
  patience = 5000,
}: Bounds = {}): PictureDemand {
  const waits = new Map<string, Promise<void>>();
  const making = new Map<string, Promise<void>>();
  const counts = new Map<string, { since: number; asked: number }>();
  const queue = fairQueue<Turn>({
    mayRun: (_, running) => running.length < atOnce,
    isFull: ({ network }, all) =>
      all.length >= waiting ||
      // An unknown network may stand for many clients: it has no share of its own.
      (network !== "" && all.filter((other) => other.network === network).length >= ofNetwork),
    refusal: () => new TooManyAsked(),
    rank: ({ before }) => before,
    displaces: true,
  });

  function counted(network: string): number {
    if (network === "") return 0;
    const now = performance.now();
    if (counts.size >= NETWORKS) counts.clear();
    let count = counts.get(network);
    if (!count || now - count.since > LATELY) counts.set(network, (count = { since: now, asked: 0 }));
    return count.asked++;
  }

  /** Each network has its own turn for a width; the first turn makes it for all. */
  function inTurn(key: string, network: string, make: () => Promise<void>): Promise<void> {
    const asked = `${key} ${network}`;
    const known = waits.get(asked);
    if (known) return known;
    const wait = queue
      .run({ network, before: counted(network) }, () => once(key, make))
      .catch((error: unknown) => {
        if (!(error instanceof TooManyAsked)) log.warn({ error: faultOf(error), key }, "a width was not made");
      })
      .finally(() => waits.delete(asked));
    waits.set(asked, wait);
    return wait;
  }

  function once(key: string, make: () => Promise<void>): Promise<void> {
    let work = making.get(key);
    if (!work) making.set(key, (work = make().finally(() => making.delete(key))));
    return work;
  }

  return async (key, network, make) => {
    const ending = new AbortController();
    const enough = pause(patience, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    await Promise.race([inTurn(key, network, make), enough]);
    ending.abort();
  };
}

class TooManyAsked extends Error {}
