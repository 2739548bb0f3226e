import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Rows of a list to read: at most `most`, in the list's order, without those with the keys in `without`. */
export interface Portion {
  most: number;
  without: readonly string[];
}

/** A list of unfinished things that a job reads in portions. */
export interface List<T> {
  /** Name of the list, unique among all lists of the program. */
  name: string;
  /** Maximum number of rows in a round. */
  most: number;
  read: (portion: Portion) => Promise<T[]>;
  key: (row: T) => string;
}

/** Keys of the rows that had their turn, by database and name of the list. */
const databases = new WeakMap<object, Map<string, Set<string>>>();

/**
 * Runs a step for some rows of a list, one after the other. A row that stays in the list has its next turn
 * only after all other rows, so that rows which never get finished cannot hide later ones. If `step` returns false, the round
 * ends. The turns are remembered for each database, by this process.
 */
export async function inTurn<T>(
  db: object,
  { name, most, read, key }: List<T>,
  step: (row: T) => Promise<boolean | void>,
): Promise<void> {
  const had = turnsOf(db, name);
  const first = await read({ most, without: [...had] });
  const isRoomLeft = first.length < most && had.size > 0;
  const again = isRoomLeft ? await read({ most: most - first.length, without: first.map(key) }) : [];
  const run = async (rows: T[]): Promise<boolean> => {
    for (const row of rows) {
      had.add(key(row));
      if ((await step(row)) === false) return false;
    }
    return true;
  };
  if (!(await run(first))) return;
  if (first.length < most) had.clear();
  await run(again);
}

function turnsOf(db: object, name: string): Set<string> {
  const lists = databases.get(db) ?? new Map<string, Set<string>>();
  databases.set(db, lists);
  const had = lists.get(name) ?? new Set<string>();
  lists.set(name, had);
  return had;
}

/** SQL condition that a row's key is not one of those in `without`. */
export const isOthers = (key: SQLWrapper, { without }: Portion): SQL | undefined =>
  without.length === 0 ? undefined : sql`${key}::text <> all(${sql.param([...without])}::text[])`;
