import { and, lte, sql } from "drizzle-orm";
import type { Database } from "./database.server";
import { MINUTE } from "./durations";
import { rateLimits } from "./rate-limit.tables";

/** Prefix for keys of tallies in the table of counters. The sweep of counters does not delete tallies that were not taken yet. */
export const TALLY = "tally ";

/** Count of a key within one minute, which is given by its end. */
interface Tally {
  key: string;
  times: number;
  end: Date;
}

/** Counts an act in the current minute, over all processes; returns the count. */
export async function tally(db: Database, name: string, key: string, now: Date): Promise<number> {
  const end = new Date((Math.floor(now.getTime() / MINUTE) + 1) * MINUTE);
  const [row] = await db
    .insert(rateLimits)
    .values({ key: `${TALLY}${name} ${end.toISOString()} ${key}`, points: 1, expire: end })
    .onConflictDoUpdate({ target: rateLimits.key, set: { points: sql`${rateLimits.points} + 1` } })
    .returning({ points: rateLimits.points });
  return row?.points ?? 1;
}

/** Deletes and returns the tallies of past minutes, so that each is returned once, in the caller's transaction. */
export async function takeTallies(tx: Database, name: string, now: Date): Promise<Tally[]> {
  const before = `${TALLY}${name} `;
  const rows = await tx
    .delete(rateLimits)
    .where(and(sql`starts_with(${rateLimits.key}, ${before})`, lte(rateLimits.expire, now)))
    .returning();
  return rows.map(({ key, points, expire }) => ({
    key: key.slice(before.length + now.toISOString().length + 1),
    times: points,
    end: expire ?? now,
  }));
}
