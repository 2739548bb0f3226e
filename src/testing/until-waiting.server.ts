import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "~/platform/database.server";

/** Waits until a connection of the database waits for a lock. */
export async function untilWaiting(db: Database): Promise<void> {
  const waiting = async () =>
    (
      await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    ).rowCount;
  await expect.poll(waiting, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
}
