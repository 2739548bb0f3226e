import os from "node:os";
import { fairQueue } from "./fair-queue";
import { faultOf, log } from "./log.server";
import { recentCounts } from "./recent-counts";
import { within } from "./within";

/**
 * Makes a resized picture for which several requests may wait. Resolves when it is made, has failed, or takes too long. `make`
 * may be called for a size that exists, and must not make it again then.
 */
export type PictureDemand = (key: string, network: string, make: () => Promise<void>) => Promise<void>;

interface Bounds {
  /** Maximum number of sizes that are made at the same time. */
  atOnce?: number;
  /** Maximum number of waiting requests, in total and of one network. */
  waiting?: number;
  ofNetwork?: number;
  /** Maximum time in milliseconds for which a request waits. */
  patience?: number;
}

interface Turn {
  network: string;
  /** Number of requests by the same network in the last minutes. */
  before: number;
}

/**
 * Queue of resized pictures for which requests wait. Each is made once, and only a few at a time. Networks with the fewest recent
 * requests come first, so that a client that requests every size does not delay shoppers; if the queue is full, they displace
 * requests of networks with the most.
 */
export function openPictureDemand({
  atOnce = Math.min(4, os.availableParallelism()),
  waiting = 2048,
  ofNetwork = 32,
  patience = 5000,
}: Bounds = {}): PictureDemand {
  const waits = new Map<string, Promise<void>>();
  const making = new Map<string, Promise<void>>();
  const counted = recentCounts();
  const queue = fairQueue<Turn>({
    mayRun: (_, running) => running.length < atOnce,
    isFull: ({ network }, all) =>
      all.length >= waiting ||
      // Requests of an unknown network may come from many clients, so that their number is not limited separately.
      (network !== "" && all.filter((other) => other.network === network).length >= ofNetwork),
    refusal: () => new TooManyAsked(),
    rank: ({ before }) => before,
    displaces: () => true,
  });

  /** Each network has its own turn for a size; the first turn that runs makes it for all of them. */
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
    await within(inTurn(key, network, make), patience);
  };
}

class TooManyAsked extends Error {}
