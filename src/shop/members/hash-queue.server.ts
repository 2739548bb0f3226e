import { fairQueue } from "~/platform/fair-queue";

/** Too many passphrases wait for hashing: nothing was started. */
export class HashQueueFull extends Error {
  override readonly name = "HashQueueFull";
}

/** Limits hashing, which takes 20 MB and a core each: few run at once, and few wait per network. */
export interface HashQueue {
  /**
   * Queues a hash; known browsers first.
   *
   * @throws {HashQueueFull}
   */
  run<T>(from: { network: string; isKnown: boolean }, hash: () => Promise<T>): Promise<T>;
}

interface Bounds {
  atOnce?: number;
  waiting?: number;
  /** Most waiting hashes of one network. */
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
