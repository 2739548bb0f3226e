/** Rules of a queue. A turn holds what they need to know of a job, such as its network. */
interface Rules<Turn> {
  /** Whether a turn may run beside the running ones. */
  mayRun(turn: Turn, running: readonly Turn[]): boolean;
  /** Whether a turn that cannot run yet is refused because of those waiting. */
  isFull(turn: Turn, waiting: readonly Turn[]): boolean;
  /** Error of a refused turn. */
  refusal(turn: Turn): Error;
  /** Rank of a waiting turn: lower ones go first, and among equal ones the earlier. */
  rank?(turn: Turn): number;
}

/** Waits for something outside the queue during a running job: others run in the meantime, and returning is never refused. */
type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

/** Runs jobs in turns, so that a client with many does not block the others. */
export interface FairQueue<Turn> {
  /** @throws the rules' refusal when the queue is full for this turn; nothing has been started then. */
  run<T>(turn: Turn, work: (aside: Aside) => Promise<T>): Promise<T>;
}

export function fairQueue<Turn extends object>({
  mayRun,
  isFull,
  refusal,
  rank = () => 0,
}: Rules<Turn>): FairQueue<Turn> {
  const running: Turn[] = [];
  const waiting: Turn[] = [];
  const begins = new Map<Turn, () => void>();

  /** Returns nothing where the turn may run at once. */
  function enter(turn: Turn): Promise<void> | undefined {
    if (mayRun(turn, running)) {
      running.push(turn);
      return undefined;
    }
    const place = waiting.findIndex((other) => rank(other) > rank(turn));
    waiting.splice(place < 0 ? waiting.length : place, 0, turn);
    return new Promise((begin) => begins.set(turn, begin));
  }

  function leave(turn: Turn): void {
    running.splice(running.indexOf(turn), 1);
    for (;;) {
      const next = waiting.find((other) => mayRun(other, running));
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      running.push(next);
      begins.get(next)?.();
      begins.delete(next);
    }
  }

  return {
    async run(asked, work) {
      // A copy gives each turn an identity of its own.
      const turn = { ...asked };
      if (!mayRun(turn, running) && isFull(turn, waiting)) throw refusal(turn);
      const wait = enter(turn);
      if (wait) await wait;
      try {
        return await work(async (outside) => {
          leave(turn);
          try {
            return await outside();
          } finally {
            await enter(turn);
          }
        });
      } finally {
        leave(turn);
      }
    },
  };
}
