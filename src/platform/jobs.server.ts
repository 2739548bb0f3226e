import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type JobResult, PgBoss, fromDrizzle } from "pg-boss";
import { connectionName } from "./connection-name";
import { type Database, logFault } from "./database.server";
import { DEAD_LETTERS, hurryJobs } from "./failing-jobs.server";
import { idOfName } from "./id-of-name.server";
import { log } from "./log.server";
import { asError, throughOutages } from "./outage.server";
import { resultOf, withRequest } from "./run-job.server";
import { wakeAfterGathering, wakeWhenDue } from "./wake-workers.server";

export { NothingLeftToDo } from "./run-job.server";

/** Background jobs: enqueued in the transaction of their cause and done at least once, so that handlers must be idempotent. */
export interface Jobs {
  /**
   * Enqueues a job inside the caller's transaction: rolled back with it, never lost after it. The same `key`, the
   * job's cause, is enqueued only once; `startAfter` is in seconds.
   */
  enqueue(tx: Database, name: string, payload: object, options?: { key?: string; startAfter?: number }): Promise<void>;

  /**
   * Enqueues jobs by a statement of the caller's, beside their cause: `write` gets them as the argument of the database's
   * `enqueue_jobs`, and answers whether it wrote. Workers of this process are woken a moment later, those of others find them within
   * `pollSeconds`.
   */
  enqueueWith(asked: JobRequest[], write: (jobs: string) => Promise<boolean>): Promise<boolean>;

  /**
   * Handles the jobs of a queue, `atOnce` of them in parallel in this process. A handler that throws is retried. While the database is
   * unreachable, starting waits.
   */
  work<T extends object>(
    name: string,
    handler: (payload: T) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<void>;

  /** Schedules a job without payload by a cron expression (UTC), once for all processes; waits for the database. */
  schedule(name: string, cron: string): Promise<void>;

  /** Retries failed jobs now, both those waiting and those given up. Returns how many. */
  tryAgain(db: Database, ids: string[]): Promise<number>;

  /** Stops taking jobs, and waits for running ones. */
  stop(): Promise<void>;
}

/** A job to be enqueued once for its `key`, after `startAfter` seconds. */
export interface JobRequest {
  name: string;
  payload: object;
  key: string;
  startAfter?: number;
}

/** A job of a key as the database's `withdraw_jobs` finds it. */
export const jobReference = (name: string, key: string) => ({ queue: name, id: idFor(name, key) });

const DAY = 86_400;
/** Retried for about a day with growing pauses, before a member has to look at it. */
const patience = {
  retryLimit: 16,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 10 * 60,
  // A killed worker sends no heartbeat: others take over its jobs after this time.
  heartbeatSeconds: 15,
  // Keys are unique as long as their job is stored.
  deleteAfterSeconds: 60 * DAY,
  deadLetter: DEAD_LETTERS,
  notify: true,
};

/**
 * Migrates the tables of the jobs, as their owner. Several processes may call it at once. Indexes of a newer version are built
 * concurrently; `wait` waits for them.
 */
export async function installJobs(
  ownerUrl: string,
  { withIndexes = false, signal }: InstallOptions = {},
): Promise<void> {
  const tables = { connectionString: ownerUrl, application_name: connectionName("migrations"), max: 2 };
  const boss = new PgBoss({ ...tables, supervise: false, schedule: false, bamIntervalSeconds: 10 });
  boss.on("error", (error) => logFault(asError(error), {}, "the tables of the jobs"));
  await boss.start();
  try {
    const isUnderWay = async (): Promise<boolean> =>
      !signal?.aborted &&
      (await boss.getBamStatus()).some(({ status }) => status === "pending" || status === "in_progress");
    if (withIndexes) while (await isUnderWay()) await pause(500);
  } finally {
    await boss.stop({ graceful: false });
  }
}

interface InstallOptions {
  withIndexes?: boolean;
  signal?: AbortSignal;
}

const NEVER = new AbortController().signal;

/** Seconds between polls of a queue that is notified of each job, in case a notice was lost. */
const BACKSTOP = 60;

/**
 * Opens the jobs of the shop by pg-boss on its own database, whose tables must exist. Enqueued jobs wake their worker at once; due ones are
 * looked for every `pollSeconds`, in all queues by one statement. The signal ends waiting for an unreachable database.
 */
export async function openJobs(
  url: string,
  { pollSeconds = 5, signal = NEVER }: { pollSeconds?: number; signal?: AbortSignal } = {},
): Promise<Jobs> {
  const boss = bossOf(url);
  await boss.start();
  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 365 * DAY });

  const workers = new Map<string, string[]>();
  const stopLooking = wakeWhenDue(boss, workers, pollSeconds);
  const gathering = wakeAfterGathering(boss, workers);
  const queue = queueMaker(boss);

  return {
    async enqueue(tx, name, payload, { key, startAfter } = {}) {
      await queue(name);
      const id = key === undefined ? undefined : idFor(name, key);
      await boss.send(name, withRequest(payload), {
        db: fromDrizzle(tx, sql),
        ...(id && { id }),
        ...(startAfter !== undefined && { startAfter }),
      });
    },

    enqueueWith: beside(queue, gathering.wake),

    async work<T extends object>(name: string, handler: (payload: T) => Promise<void>, { atOnce = 4 } = {}) {
      await throughOutages(() => queue(name), signal);
      const polling = {
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: Math.max(BACKSTOP, pollSeconds),
      };
      // A full batch is followed by the next at once.
      const options = { batchSize: atOnce, perJobResults: true, burstWhenBatchFull: true, ...polling } as const;
      const worker = await boss.work<T, JobResult[], typeof options>(name, options, (jobs) =>
        Promise.all(jobs.map((job) => resultOf(job, handler))),
      );
      workers.set(name, [...(workers.get(name) ?? []), worker]);
    },

    async schedule(name, cron) {
      await throughOutages(async () => {
        await queue(name);
        await boss.schedule(name, cron, {}, { tz: "UTC" });
      }, signal);
    },

    async tryAgain(db, ids) {
      if (ids.length === 0) return 0;
      const hurried = await hurryJobs(db, ids);
      return hurried + (await boss.redrive(DEAD_LETTERS, { ids }));
    },

    async stop() {
      await stopLooking();
      gathering.stop();
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

/** Enqueues jobs by a statement that inserts them itself, and has their workers woken once it has. */
const beside =
  (queue: (name: string) => Promise<void>, wake: (name: string) => void): Jobs["enqueueWith"] =>
  async (asked, write) => {
    await Promise.all(asked.map(({ name }) => queue(name)));
    const rows = asked.map(({ name, key, payload, startAfter = 0 }) => ({
      ...jobReference(name, key),
      payload: withRequest(payload),
      after: startAfter,
    }));
    if (!(await write(JSON.stringify(rows)))) return false;
    for (const { name, startAfter } of asked) if (!startAfter) wake(name);
    return true;
  };

/** A job of another database, as it is enqueued again. */
interface OpenJob {
  id: string;
  name: string;
  data: object | null;
  /** ISO. */
  startAfter: string;
  priority: number;
}

/** Enqueues open jobs of a backup with their ids, each once. */
export async function enqueueAgain(url: string, jobs: OpenJob[]): Promise<void> {
  const boss = bossOf(url);
  await boss.start();
  try {
    await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 365 * DAY });
    const queue = queueMaker(boss);
    for (const [name, own] of Map.groupBy(jobs, (job) => job.name)) {
      await queue(name);
      await boss.insert(
        name,
        own.map(({ id, data, startAfter, priority }) => ({ id, startAfter, priority, ...(data && { data }) })),
      );
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Creates a queue before its first use in this process; after a failure the next caller tries again. */
function queueMaker(boss: PgBoss): (name: string) => Promise<void> {
  const queues = new Map<string, Promise<void>>();
  return (name) => {
    const known = queues.get(name);
    if (known) return known;
    const made = boss.createQueue(name, patience).then(() => boss.updateQueue(name, patience));
    queues.set(name, made);
    made.catch(() => queues.delete(name));
    return made;
  };
}

function bossOf(url: string): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    // The owner migrates the tables, not the worker's role.
    migrate: false,
    createSchema: false,
    max: 4,
    application_name: connectionName("jobs"),
    useListenNotify: true,
    // Seconds between checks for workers without heartbeat.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on("error", (error) => logFault(asError(error), {}, "jobs"));
  boss.on("warning", ({ message }) => log.warn(message));
  return boss;
}

/** Jobs for tests: nothing runs, enqueued jobs are recorded. */
export function recordingJobs(): Jobs & { enqueued: string[]; payloads: { name: string; payload: object }[] } {
  const enqueued: string[] = [];
  const payloads: { name: string; payload: object }[] = [];
  const keys = new Set<string>();
  const note = (name: string, payload: object, key: string | undefined): void => {
    const id = key === undefined ? undefined : idFor(name, key);
    if (id && keys.has(id)) return;
    if (id) keys.add(id);
    enqueued.push(name);
    payloads.push({ name, payload });
  };
  return {
    enqueued,
    payloads,
    async enqueue(_tx, name, payload, { key } = {}) {
      note(name, payload, key);
    },
    async enqueueWith(asked, write) {
      const isWritten = await write("[]");
      if (isWritten) for (const { name, payload, key } of asked) note(name, payload, key);
      return isWritten;
    },
    async work() {},
    async schedule() {},
    tryAgain: hurryJobs,
    async stop() {},
  };
}

/** Id of a job: name and cause determine it, and a queue stores an id once. */
const idFor = (name: string, key: string): string => idOfName(`${name}\n${key}`);
