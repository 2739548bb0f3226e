import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Rows of a list to read, at most `most`, in the list's order: those without the keys in `without`, or with the keys in `only`. */
export interface Portion {
  most: number;
  without: readonly string[];
  only?: readonly string[];
}

/** A list of unfinished things that a job reads in portions. */
interface List<T> {
  /** Name of the list, unique among all lists of the program. */
  name: string;
  /** Maximum number of rows in a round, failed ones and others each. */
  most: number;
  read: (portion: Portion) => Promise<T[]>;
  key: (row: T) => string;
  /** Returns false if the step failed. */
  step: (row: T) => Promise<boolean | void>;
  /** Source of numbers from 0 to 1, for the order of a process's first round. */
  random?: () => number;
}

/** Keys of the rows of a list that had their turn, and of those whose last step failed, the longest ago first. */
interface Turns {
  had: Set<string>;
  failed: Set<string>;
  /** Whether this process has not read the list yet. */
  isNew: boolean;
}

/** Size of a process's first portion, as a multiple of the others. */
const FIRST_PORTION = 10;

/** Runs the steps of a list, while `goesOn` returns true, for rows that failed before, and for the others. */
interface Round {
  others: (goesOn: () => boolean) => Promise<void>;
  failed: (goesOn: () => boolean) => Promise<void>;
}

const databases = new WeakMap<object, Map<string, Turns>>();

/** One round of a list, for `runInTurn`. */
export const roundOf = <T>(db: object, { name, most, read, key, step, random = Math.random }: List<T>): Round => {
  const turns = turnsOf(db, name);
  const { had, failed } = turns;
  // Rows that fail in this round have their next turn in a later one.
  const only = [...failed].slice(0, most);
  const run = async (rows: T[], goesOn: () => boolean) => {
    for (const row of rows) {
      if (!goesOn()) return;
      had.add(key(row));
      failed.delete(key(row));
      if ((await step(row)) === false) failed.add(key(row));
    }
  };
  // A process that dies with a row does not know so after its restart: in the list's order it would die with it again and again.
  const someOf = async () =>
    (await read({ most: FIRST_PORTION * most, without: [] }))
      .map((row) => ({ row, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, most)
      .map(({ row }) => row);
  return {
    async others(goesOn) {
      const first = turns.isNew ? await someOf() : await read({ most, without: [...had, ...failed] });
      turns.isNew = false;
      const room = had.size > 0 ? most - first.length : 0;
      const again = room > 0 ? await read({ most: room, without: [...first.map(key), ...failed] }) : [];
      await run(first, goesOn);
      if (first.length < most && goesOn()) had.clear();
      await run(again, goesOn);
    },
    async failed(goesOn) {
      if (only.length === 0) return;
      const rows = new Map((await read({ most, without: [], only })).map((row) => [key(row), row]));
      for (const each of only) if (!rows.has(each)) failed.delete(each);
      await run(
        only.flatMap((each) => rows.get(each) ?? []),
        goesOn,
      );
    },
  };
};

/**
 * Runs the steps for some rows of each list, one after the other, until `goesOn` returns false. A row that stays in its list has
 * its next turn only after all other rows of the list, and rows whose last step failed have theirs after those of all lists. So
 * rows that never get finished cannot hide others. The turns are remembered for each database, by this process; its first round
 * is in random order, so that processes which end early do not all begin with the same rows.
 */
export async function runInTurn(rounds: Round[], goesOn: () => boolean = () => true): Promise<void> {
  for (const { others } of rounds) if (goesOn()) await others(goesOn);
  for (const { failed } of rounds) if (goesOn()) await failed(goesOn);
}

function turnsOf(db: object, name: string): Turns {
  const lists = databases.get(db) ?? new Map<string, Turns>();
  databases.set(db, lists);
  const turns = lists.get(name) ?? { had: new Set(), failed: new Set(), isNew: true };
  lists.set(name, turns);
  return turns;
}

/** SQL condition that a row with this key belongs to a portion. */
export function isIn(key: SQLWrapper, { without, only }: Portion): SQL | undefined {
  if (only) return sql`${key}::text = any(${sql.param([...only])}::text[])`;
  return without.length === 0 ? undefined : sql`${key}::text <> all(${sql.param([...without])}::text[])`;
}
