/** Rules of a queue. A turn has the data of a job on which the rules depend, such as its network. */
interface Rules<Turn> {
  /** Whether a turn may run beside those that are running. */
  mayRun(turn: Turn, running: readonly Turn[]): boolean;
  /** Whether a turn that cannot run yet is refused, because of those that wait. */
  isFull(turn: Turn, waiting: readonly Turn[]): boolean;
  /** Error with which a turn is refused. */
  refusal(turn: Turn): Error;
  /** Rank of a waiting turn: lower ranks run first, and of equal ranks the earlier turn. */
  rank?(turn: Turn): number;
  /**
   * Whether a turn for which the queue is full displaces the last waiting turn of a higher rank, which is then refused. Not to be
   * used for jobs that call `aside`.
   */
  displaces?: boolean;
}

/**
 * Waits for something during a running job without occupying its place: other jobs may run meanwhile, and the job is never
 * refused when it continues.
 */
type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

/** Runs jobs in turns, so that a client with many jobs does not block others. */
export interface FairQueue<Turn> {
  /** @throws the refusal of the rules if the queue is full for this turn; `work` is then not called. */
  run<T>(turn: Turn, work: (aside: Aside) => Promise<T>): Promise<T>;
}

/** List of waiting turns, sorted by rank. */
function waitingLine<Turn extends object>(rank: (turn: Turn) => number) {
  const turns: Turn[] = [];
  const ends = new Map<Turn, { begin(): void; refuse(error: Error): void }>();
  return {
    turns,
    wait(turn: Turn): Promise<void> {
      const place = turns.findIndex((other) => rank(other) > rank(turn));
      turns.splice(place < 0 ? turns.length : place, 0, turn);
      return new Promise((begin, refuse) => ends.set(turn, { begin, refuse }));
    },
    /** Removes a turn from the list, because it begins or is refused. */
    taken(turn: Turn) {
      turns.splice(turns.indexOf(turn), 1);
      const end = ends.get(turn);
      ends.delete(turn);
      return end;
    },
  };
}

export function fairQueue<Turn extends object>({
  mayRun,
  isFull,
  refusal,
  rank = () => 0,
  displaces = false,
}: Rules<Turn>): FairQueue<Turn> {
  const running: Turn[] = [];
  const line = waitingLine(rank);
  const waiting: readonly Turn[] = line.turns;

  /** Returns a promise for the moment at which the turn may run; undefined if it may run at once. */
  function enter(turn: Turn): Promise<void> | undefined {
    if (mayRun(turn, running)) {
      running.push(turn);
      return undefined;
    }
    return line.wait(turn);
  }

  /** Refuses the last waiting turn in favor of this one, if it has a higher rank; returns whether it did. */
  function hasDisplaced(turn: Turn): boolean {
    const last = waiting.at(-1);
    if (!displaces || !last || rank(last) <= rank(turn) || isFull(turn, waiting.slice(0, -1))) return false;
    line.taken(last)?.refuse(refusal(last));
    return true;
  }

  function leave(turn: Turn): void {
    running.splice(running.indexOf(turn), 1);
    for (;;) {
      const next = waiting.find((other) => mayRun(other, running));
      if (!next) return;
      running.push(next);
      line.taken(next)?.begin();
    }
  }

  return {
    async run(asked, work) {
      // A copy, so that each turn is a different object.
      const turn = { ...asked };
      if (!mayRun(turn, running) && isFull(turn, waiting) && !hasDisplaced(turn)) throw refusal(turn);
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
