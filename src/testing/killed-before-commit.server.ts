import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Connection } from "~/platform/database.server";

/**
 * Kills the process that `start` starts just before its act is committed: the last statement of an act writes its entry in the log,
 * and a lock of the table makes it wait.
 */
export async function killedBeforeCommit(
  { db }: Pick<Connection, "db">,
  owner: Pick<Connection, "db">,
  start: () => ChildProcess,
): Promise<void> {
  await owner.db.transaction(async (holder) => {
    await holder.execute(sql`lock table audit in share mode`);
    const child = start();
    const ended = once(child, "exit");
    const isWaiting = async () =>
      (
        await db.execute(sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into "audit"%'`)
      ).rows.length > 0;
    // Polls ten times a second only, to leave the processor to the child, which loads the program.
    await expect
      .poll(async () => child.exitCode !== null || isWaiting(), { timeout: 300_000, interval: 100 })
      .toBe(true);
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
  });
}
