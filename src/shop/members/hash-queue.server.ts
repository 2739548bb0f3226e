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

interface Waiting {
  network: string;
  start(): void;
}

export function openHashQueue({ atOnce = 2, waiting = 20, perNetwork = 4 }: Bounds = {}): HashQueue {
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  let running = 0;

  function next(): void {
    const turn = known.shift() ?? strangers.shift();
    if (!turn) return;
    running += 1;
    turn.start();
  }

  return {
    async run({ network, isKnown }, hash) {
      if (running < atOnce) running += 1;
      else {
        const line = isKnown ? known : strangers;
        const ofNetwork = line.filter((other) => other.network === network).length;
        if (line.length >= waiting || (!isKnown && ofNetwork >= perNetwork)) throw new HashQueueFull();
        await new Promise<void>((resolve) => line.push({ network, start: resolve }));
      }
      try {
        return await hash();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
