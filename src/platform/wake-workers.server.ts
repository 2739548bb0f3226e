import { asError, logFault } from "./outage.server";

/** Functions of pg-boss that are used to wake workers. */
interface Boss {
  notifyWorker(workerId: string): void;
  getDb(): { executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> };
}

/** Milliseconds that a worker waits for more jobs of the same queue, so that many are fetched and completed together. */
const GATHERED_MS = 200;

/** Returns a function that wakes this process's workers of a queue, a moment after the first call for it. */
export function wakeAfterGathering(boss: Pick<Boss, "notifyWorker">, workers: ReadonlyMap<string, string[]>) {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    wake(name: string): void {
      if (timers.has(name)) return;
      const wake = (): void => {
        timers.delete(name);
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
      };
      timers.set(name, setTimeout(wake, GATHERED_MS).unref());
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/**
 * Wakes this process's workers when a job for a later time is due, since no notice is sent for these. Returns a function that
 * stops it.
 */
export function wakeWhenDue(boss: Boss, workers: ReadonlyMap<string, string[]>, seconds: number): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(DUE, [[...workers.keys()]]);
    for (const { name } of rows as { name: string }[])
      for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => logFault(asError(error as Error), {}, "jobs"))
      .finally(() => (looking = undefined));
  }, seconds * 1000).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** SQL for the queues with a job that can start; uses the index by which workers fetch jobs. */
const DUE = `select own.name from unnest($1::text[]) as own (name)
  where exists (select from pgboss.job where job.name = own.name and state < 'active' and not blocked and start_after <= now())`;
