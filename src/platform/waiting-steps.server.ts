import { and, eq, notInArray, sql } from "drizzle-orm";
import { type Database, isUnreachable, logFault } from "./database.server";
import { MINUTE } from "./durations";
import { waitingSteps } from "./waiting-steps.tables";

/** Longest pause after a failure, in minutes. */
const LONGEST = 360;
/** Number of failures in succession from which on members are told: those of a moment, such as a deadlock, are over by then. */
const TOLD_FROM = 3;

/** A row whose step could not be done at its time. */
export interface WaitingStep {
  row: string;
  /** Words for what a member has to do first; empty if the step failed. */
  need: string;
  since: Date;
  nextAt: Date;
}

interface DueRows<T> {
  /** Name of the list, unique in the shop. */
  list: string;
  /** All rows that are due. Notes about other rows are deleted. */
  rows: readonly T[];
  key: (row: T) => string;
  /** Returns what a member has to do first if the step cannot be done yet. */
  step: (row: T) => Promise<string | void>;
}

/**
 * Runs a step for each due row, one after the other; a failed step does not stop the others. A row whose step failed is tried
 * again after one minute, then after two, four and so on, at most six hours, by all processes together; its failures are logged.
 * A step that waits for a member is tried in each run.
 *
 * @throws errors of an unreachable database, which say nothing about the row.
 */
export async function runWithPauses<T>(db: Database, { list, rows, key, step }: DueRows<T>, now: Date): Promise<void> {
  const isOfList = eq(waitingSteps.list, list);
  const keys = rows.map(key);
  await db.delete(waitingSteps).where(keys.length === 0 ? isOfList : and(isOfList, notInArray(waitingSteps.row, keys)));
  if (rows.length === 0) return;
  const stored = new Map((await db.select().from(waitingSteps).where(isOfList)).map((own) => [own.row, own]));
  for (const row of rows) {
    const known = stored.get(key(row));
    if (known && known.nextAt > now) continue;
    const outcome = await step(row).then(
      (need) => ({ need: typeof need === "string" ? need : "", failures: 0 }),
      (error: unknown) => {
        if (isUnreachable(error)) throw error;
        const failures = (known?.failures ?? 0) + 1;
        logFault(error, { list, row: key(row), failures }, "a step was not done at its time");
        return { need: "", failures };
      },
    );
    const isDone = outcome.failures === 0 && outcome.need === "";
    if (isDone && known) await db.delete(waitingSteps).where(and(isOfList, eq(waitingSteps.row, key(row))));
    if (isDone || (known?.need === outcome.need && outcome.failures === 0)) continue;
    const pause = outcome.failures === 0 ? 0 : Math.min(LONGEST, 2 ** (outcome.failures - 1)) * MINUTE;
    const values = { ...outcome, nextAt: new Date(now.getTime() + pause) };
    await db
      .insert(waitingSteps)
      .values({ list, row: key(row), since: now, ...values })
      .onConflictDoUpdate({ target: [waitingSteps.list, waitingSteps.row], set: values });
  }
}

/** Rows of a list of which members are told: their step waits for a member, or failed several times in succession. */
export async function waitingIn(db: Database, list: string): Promise<WaitingStep[]> {
  const { row, need, since, nextAt } = waitingSteps;
  const isTold = sql`(${need} <> '' or ${waitingSteps.failures} >= ${TOLD_FROM})`;
  return db
    .select({ row, need, since, nextAt })
    .from(waitingSteps)
    .where(and(eq(waitingSteps.list, list), isTold))
    .orderBy(since, row);
}
