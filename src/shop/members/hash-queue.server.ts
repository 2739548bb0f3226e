import { fairQueue } from "~/platform/fair-queue";

/** Too many passphrases wait to be hashed: nothing was begun. */
export class HashQueueFull extends Error {
  override readonly name = "HashQueueFull";
}

/** Hashes take 20 MB and a core each: few run at once, and few of one network wait. */
export interface HashQueue {
  /**
   * Queues a hash. Known browsers go before all others.
   *
   * @throws {HashQueueFull}
   */
  run<T>(from: { network: string; isKnown: boolean }, hash: () => Promise<T>): Promise<T>;
}

interface Bounds {
  atOnce?: number;
  waiting?: number;
  /** How many of one network may wait, so that one does not fill the queue. */
  perNetwork?: number;
}

export const openHashQueue = ({ atOnce = 2, waiting = 20, perNetwork = 4 }: Bounds = {}): HashQueue =>
  fairQueue({
    mayRun: (_turn, running) => running.length < atOnce,
    isFull({ network, isKnown }, all) {
      const line = all.filter((other) => other.isKnown === isKnown);
      const ofNetwork = line.filter((other) => other.network === network);
      return line.length >= waiting || (!isKnown && ofNetwork.length >= perNetwork);
    },
    refusal: () => new HashQueueFull(),
    rank: ({ isKnown }) => (isKnown ? 0 : 1),
  });
