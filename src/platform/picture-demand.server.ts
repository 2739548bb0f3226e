import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fairQueue } from "./fair-queue";
import { faultOf, log } from "./log.server";

/**
 * Makes something that several may ask for at once; resolves when it is made, could not be, or did not come in time. `make` leaves
 * alone what is there already.
 */
export type PictureDemand = (key: string, network: string, make: () => Promise<void>) => Promise<void>;

interface Bounds {
  /** How many are made at once. */
  atOnce?: number;
  /** How many may wait, in all and of one network. */
  waiting?: number;
  ofNetwork?: number;
  /** How long somebody waits at most, in milliseconds. */
  patience?: number;
}

interface Turn {
  network: string;
  /** How many its network asked for lately. */
  before: number;
}

/** How long it counts what a network asked for, in milliseconds. */
const LATELY = 600_000;
/** Networks that are counted; beyond them all begin anew. */
const NETWORKS = 10_000;

/**
 * Pictures that are made because somebody waits for them: each once, however many ask for it; few at a time; and whose network
 * asked for less lately goes first, so that nobody who asks for all there is keeps a shopper waiting.
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
      // An unknown network may be many: it has no share of its own.
      (network !== "" && all.filter((other) => other.network === network).length >= ofNetwork),
    refusal: () => new TooManyAsked(),
    rank: ({ before }) => before,
  });

  function counted(network: string): number {
    if (network === "") return 0;
    const now = performance.now();
    if (counts.size >= NETWORKS) counts.clear();
    let count = counts.get(network);
    if (!count || now - count.since > LATELY) counts.set(network, (count = { since: now, asked: 0 }));
    return count.asked++;
  }

  /** Several who wait for one thing wait in turns of their own: whose turn is first makes it for all. */
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
