import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Connection } from "~/platform/database.server";
import { untilWaiting } from "./until-waiting.server";

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
    const orEnded = () => child.exitCode !== null;
    // Looks ten times a second only, to leave the processor to the child, which loads the program.
    await untilWaiting(db, { statement: '%insert into "audit"%', orEnded, interval: 100, timeout: 300_000 });
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
  });
}
