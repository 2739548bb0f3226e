import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "~/platform/database.server";

interface Wait {
  /** Pattern of SQL's `like` for the statement that waits; any by default. */
  statement?: string;
  /** Number of connections that wait; 1 by default. */
  count?: number;
  /** Ends the wait as well: whether what was to wait has ended without. */
  orEnded?: () => boolean;
  /** Milliseconds between two looks; a longer pause leaves the processor to another process. */
  interval?: number;
  timeout?: number;
}

/**
 * Waits until connections of the database wait for locks.
 *
 * @returns the ids of their processes.
 */
export async function untilWaiting(
  db: Database,
  { statement = "%", count = 1, orEnded = () => false, interval = 5, timeout = 30_000 }: Wait = {},
): Promise<number[]> {
  let found: number[] = [];
  const hasEnded = async () => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`);
    found = rows.map(({ pid }) => pid);
    return found.length >= count || orEnded();
  };
  await expect.poll(hasEnded, { interval, timeout }).toBe(true);
  return found;
}
