import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type JobResult, PgBoss, fromDrizzle } from "pg-boss";
import { connectionName } from "./connection-name";
import { databaseSockets } from "./database-sockets.server";
import { type Database, logFault } from "./database.server";
import { DAY, SECOND } from "./durations";
import { DEAD_LETTERS, hurryJobs } from "./failing-jobs.server";
import { idOfName } from "./id-of-name.server";
import { log } from "./log.server";
import { asError, throughOutages } from "./outage.server";
import { resultOf, withRequest } from "./run-job.server";
import { wakeAfterGathering, wakeWhenDue } from "./wake-workers.server";

export { NothingLeftToDo } from "./run-job.server";

/**
 * Background jobs: enqueued in a transaction together with their cause and run at least once, so that handlers must be
 * idempotent.
 */
export interface Jobs {
  /**
   * Enqueues a job in the caller's transaction; if that is rolled back, the job is too. A `key` names the job's cause: a second
   * job with the same key is not enqueued. `startAfter` is in seconds.
   */
  enqueue(tx: Database, name: string, payload: object, options?: { key?: string; startAfter?: number }): Promise<void>;

  /**
   * Enqueues jobs by a statement of the caller that also writes their cause. `write` gets the jobs as the argument for the
   * database's function `enqueue_jobs`, and returns whether it wrote them. Workers of this process start them a moment later,
   * workers of other processes within `pollSeconds`.
   */
  enqueueWith(asked: JobRequest[], write: (jobs: string) => Promise<boolean>): Promise<boolean>;

  /**
   * Runs the jobs of a queue, at most `atOnce` of them in parallel in this process. A job whose handler throws is retried. If the
   * database is unreachable, the call waits.
   */
  work<T extends object>(
    name: string,
    handler: (payload: T) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<void>;

  /** Schedules a job without payload by a cron expression in UTC, once for all processes; waits for the database. */
  schedule(name: string, cron: string): Promise<void>;

  /** Ends the schedule of a job for all processes, until one of them schedules it again as it starts. */
  endSchedule(name: string): Promise<void>;

  /** Retries failed jobs now, both those that wait for another attempt and those that have none left. Returns their number. */
  tryAgain(db: Database, ids: string[]): Promise<number>;

  /** Stops taking new jobs, and waits up to 8 seconds for running ones; a second later it cuts its connections. */
  stop(): Promise<void>;
}

/** A job to enqueue, once for its `key`, to start after `startAfter` seconds. */
export interface JobRequest {
  name: string;
  payload: object;
  key: string;
  startAfter?: number;
}

/** Reference to the job of a key, for the database's function `withdraw_jobs`. */
export const jobReference = (name: string, key: string) => ({ queue: name, id: idFor(name, key) });

/** Retries of a job: for about a day with growing pauses; then a member has to look at it. */
const patience = {
  retryLimit: 16,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 10 * 60,
  // Seconds without a heartbeat after which a worker counts as dead and others take over its jobs.
  heartbeatSeconds: 15,
  // A key can be used again after its stored job is deleted.
  deleteAfterSeconds: 60 * (DAY / SECOND),
  deadLetter: DEAD_LETTERS,
  notify: true,
};

/**
 * Migrates the job tables as their owner. Several processes may call it at the same time. Indexes that a newer version needs are
 * built concurrently; `withIndexes` waits for them.
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

/** Milliseconds that running jobs have when the jobs are stopped. */
const RUNNING_MS = 8_000;

interface OpenOptions {
  pollSeconds?: number;
  runningMs?: number;
  signal?: AbortSignal;
}

/** Seconds between polls of a queue whose worker is notified of each job, in case a notice was lost. */
const BACKSTOP = 60;

/**
 * Opens the shop's jobs with pg-boss, whose tables must exist. An enqueued job wakes its worker at once. Jobs for a later time
 * are found by a poll every `pollSeconds`, one statement for all queues. `stop` waits `runningMs` for running jobs. The signal stops
 * waiting for an unreachable database.
 */
export async function openJobs(
  url: string,
  { pollSeconds = 5, runningMs = RUNNING_MS, signal = NEVER }: OpenOptions = {},
): Promise<Jobs> {
  const sockets = databaseSockets();
  const boss = bossOf(url, sockets.options);
  await boss.start();
  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 365 * (DAY / SECOND) });

  const workers = new Map<string, string[]>();
  const stopLooking = wakeWhenDue(boss, workers, pollSeconds);
  const gathering = wakeAfterGathering(boss, workers);
  const queue = queueMaker(boss);

  return {
    async enqueue(tx, name, payload, { key, startAfter } = {}) {
      await queue(name);
      await boss.send(name, withRequest(payload), {
        db: fromDrizzle(tx, sql),
        ...(key !== undefined && { id: idFor(name, key) }),
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
      // If a batch was full, the next one is fetched at once.
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

    endSchedule: (name) => boss.unschedule(name),

    tryAgain: againBy(boss),

    async stop() {
      gathering.stop();
      const stop = () => stopLooking().then(() => boss.stop({ graceful: true, timeout: runningMs }));
      await sockets.closing(stop, runningMs + 1_000);
    },
  };
}

/** Retries failed jobs: those that wait for another attempt, and those that have none left. */
const againBy =
  (boss: PgBoss): Jobs["tryAgain"] =>
  async (db, ids) => {
    if (ids.length === 0) return 0;
    const hurried = await hurryJobs(db, ids);
    return hurried + (await boss.redrive(DEAD_LETTERS, { ids }));
  };

/** Enqueues jobs by the caller's statement, and then wakes their workers. */
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

/** A job of another database, with the values to enqueue it again. */
interface OpenJob {
  id: string;
  name: string;
  data: object | null;
  /** Time in ISO 8601. */
  startAfter: string;
  priority: number;
}

/** Enqueues the open jobs of a backup with their ids, each only once. */
export async function enqueueAgain(url: string, jobs: OpenJob[]): Promise<void> {
  const boss = bossOf(url);
  await boss.start();
  try {
    await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 365 * (DAY / SECOND) });
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

/** Returns a function that creates a queue before its first use in this process; if that fails, the next call tries again. */
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

function bossOf(url: string, connection: object = {}): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    // pg-boss hands its options on to the driver.
    ...connection,
    // The owner's role migrates the tables, not the role of the workers.
    migrate: false,
    createSchema: false,
    max: 4,
    application_name: connectionName("jobs"),
    useListenNotify: true,
    // Seconds between two checks for workers without a heartbeat.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on("error", (error) => logFault(asError(error), {}, "jobs"));
  boss.on("warning", ({ message }) => log.warn(message));
  return boss;
}

/** Jobs for tests: no job runs, and enqueued jobs are recorded. */
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
    async endSchedule() {},
    tryAgain: hurryJobs,
    async stop() {},
  };
}

/** Id of a job, derived from queue and key, so that a queue stores the same job only once. */
const idFor = (name: string, key: string): string => idOfName(`${name}\n${key}`);
