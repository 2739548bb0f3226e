/** Rules of a queue. A turn holds the facts about a job by which they decide, such as its network. */
interface Rules<Turn> {
  /** Whether a turn may run beside the running ones. */
  mayRun(turn: Turn, running: readonly Turn[]): boolean;
  /** Whether a turn that cannot run yet is refused because of those waiting. */
  isFull(turn: Turn, waiting: readonly Turn[]): boolean;
  /** Error of a refused turn. */
  refusal(turn: Turn): Error;
  /** Rank of a waiting turn: lower ones go first, and among equal ones the earlier. */
  rank?(turn: Turn): number;
  /**
   * A turn for which the queue is full takes the place of the last waiting one, if that has a higher rank; it is refused instead. Not for
   * jobs that wait aside.
   */
  displaces?: boolean;
}

/** Waits for something outside the queue during a running job: others run in the meantime, and returning is never refused. */
type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

/** Runs jobs in turns, so that a client with many does not block the others. */
export interface FairQueue<Turn> {
  /** @throws the rules' refusal when the queue is full for this turn; nothing has been started then. */
  run<T>(turn: Turn, work: (aside: Aside) => Promise<T>): Promise<T>;
}

/** Turns that wait, in the order of their rank. */
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
    /** Takes a turn out of the line, to begin or to be refused. */
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

  /** Returns nothing where the turn may run at once. */
  function enter(turn: Turn): Promise<void> | undefined {
    if (mayRun(turn, running)) {
      running.push(turn);
      return undefined;
    }
    return line.wait(turn);
  }

  /** Whether the last waiting turn was refused in favor of this one. */
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
      // A copy gives each turn an identity of its own.
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
