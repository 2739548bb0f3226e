/** Rules of a queue. A turn has the data of a job on which the rules depend, such as its network. */
interface Rules<Turn> {
  /** Whether a turn may run beside those that are running; `waiting` are the others that wait. */
  mayRun(turn: Turn, running: readonly Turn[], waiting: readonly Turn[]): boolean;
  /** Whether a turn that cannot run yet is refused, because of those that wait. */
  isFull(turn: Turn, waiting: readonly Turn[]): boolean;
  /** Error with which a turn is refused. */
  refusal(turn: Turn): Error;
  /** Rank of a turn: lower ranks run first, and of equal ranks the earlier turn. */
  rank?(turn: Turn): number;
  /**
   * Whether a turn for which the queue is full may displace another one, if that has a higher rank; the last of those is then
   * refused. Unset: none is displaced.
   */
  displaces?(turn: Turn, other: Turn): boolean;
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
function waitingLine<Turn extends object>(rankOf: (turn: Turn) => number) {
  const turns: Turn[] = [];
  const ends = new Map<Turn, { begin(): void; refuse(error: Error): void }>();
  /** Turns that have run and wait to continue. */
  const resuming = new WeakSet<Turn>();
  return {
    turns,
    resuming,
    wait(turn: Turn): Promise<void> {
      const place = turns.findIndex((other) => rankOf(other) > rankOf(turn));
      turns.splice(place < 0 ? turns.length : place, 0, turn);
      return new Promise((begin, refuse) => ends.set(turn, { begin, refuse }));
    },
    /** Last turn of a higher rank that has not begun and for which `may` holds; undefined without one. */
    lastAfter: (turn: Turn, may: (other: Turn) => boolean): Turn | undefined =>
      turns.findLast((other) => rankOf(other) > rankOf(turn) && !resuming.has(other) && may(other)),
    /** Removes a turn from the list, because it begins or is refused. */
    taken(turn: Turn) {
      turns.splice(turns.indexOf(turn), 1);
      const end = ends.get(turn);
      ends.delete(turn);
      return end;
    },
  };
}

const without = <Turn>(turn: Turn, turns: readonly Turn[]): Turn[] => turns.filter((other) => other !== turn);

export function fairQueue<Turn extends object>({
  mayRun,
  isFull,
  refusal,
  rank = () => 0,
  displaces = () => false,
}: Rules<Turn>): FairQueue<Turn> {
  const running: Turn[] = [];
  const line = waitingLine<Turn>(rank);
  const waiting: readonly Turn[] = line.turns;

  /** Returns a promise for the moment at which the turn may run; undefined if it may run at once. */
  function enter(turn: Turn): Promise<void> | undefined {
    if (!mayRun(turn, running, waiting)) return line.wait(turn);
    running.push(turn);
    return undefined;
  }

  /** Refuses the last waiting turn that this one may displace, if that makes room for it; returns whether it did. */
  function hasDisplaced(turn: Turn): boolean {
    const last = line.lastAfter(turn, (other) => displaces(turn, other));
    if (!last || isFull(turn, without(last, waiting))) return false;
    line.taken(last)?.refuse(refusal(last));
    return true;
  }

  function leave(turn: Turn): void {
    running.splice(running.indexOf(turn), 1);
    const next = () => waiting.find((other) => mayRun(other, running, waiting));
    for (let begun = next(); begun; begun = next()) {
      running.push(begun);
      line.taken(begun)?.begin();
    }
  }

  return {
    async run(asked, work) {
      // A copy, so that each turn is a different object.
      const turn = { ...asked };
      if (!mayRun(turn, running, waiting) && isFull(turn, waiting) && !hasDisplaced(turn)) throw refusal(turn);
      const wait = enter(turn);
      if (wait) await wait;
      try {
        return await work(async (outside) => {
          leave(turn);
          try {
            return await outside();
          } finally {
            line.resuming.add(turn);
            await enter(turn);
          }
        });
      } finally {
        leave(turn);
      }
    },
  };
}
