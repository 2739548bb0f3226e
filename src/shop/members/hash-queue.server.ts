import { fairQueue } from "~/platform/fair-queue";

/** Thrown if too many passphrases wait to be hashed; the new one was not queued. */
export class HashQueueFull extends Error {
  override readonly name = "HashQueueFull";
}

/**
 * Queue that limits the hashing of passphrases, which uses 20 MB and one core each: few run at once, and few wait per network.
 */
export interface HashQueue {
  /**
   * Runs a hash when its turn comes; browsers in which a member signed in before have priority.
   *
   * @throws {HashQueueFull} if too many hashes wait.
   */
  run<T>(from: { network: string; isKnown: boolean }, hash: () => Promise<T>): Promise<T>;
}

interface Bounds {
  atOnce?: number;
  waiting?: number;
  /** Maximum number of waiting hashes per network. */
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
