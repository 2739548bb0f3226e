import type { Pool } from "pg";
import { wordsFor } from "~/back-office/system/job-words";
import { failingByQueue, queueLengths } from "~/platform/failing-jobs.server";
import type { Reading } from "~/platform/metrics.server";
import type { Services } from "~/services";
import { shopAlarms } from "~/shop/orders/shop-alarms.server";

/** Milliseconds for which a reading from the database is reused, so that frequent scrapes do not load the database. */
const REMEMBERED_MS = 10_000;

/** Readings for metrics of a shop; readings from the database are the same in all processes. */
export function shopReadings(
  { db, backups, outgoing, freeBytes }: Pick<Services, "db" | "backups" | "outgoing" | "freeBytes">,
  pool: Pool,
): Reading[] {
  const queues = remembered(() => queueLengths(db));
  const failing = remembered(() => failingByQueue(db));
  const age = (at: Date): number => Math.max(0, (Date.now() - at.getTime()) / 1000);
  const now = (name: string, help: string, read: () => number): Reading => ({ name, help, read: async () => read() });
  return [
    now("database_connections", "Open connections of the pool", () => pool.totalCount),
    now("database_connections_idle", "Connections of the pool that nobody uses", () => pool.idleCount),
    now("database_waits", "Requests that wait for a connection of the pool", () => pool.waitingCount),
    {
      name: "queue_waiting",
      help: "Jobs that wait for their first try and could begin, by queue",
      label: "queue",
      read: async () => new Map((await queues()).map(({ queue, waiting }) => [queue, waiting])),
    },
    {
      name: "queue_oldest_seconds",
      help: "Seconds for which the oldest of them waits, by queue",
      label: "queue",
      read: async () => new Map((await queues()).map(({ queue, oldest }) => [queue, age(oldest)])),
    },
    {
      name: "jobs_failed",
      help: "Jobs that failed and were not done since, by queue",
      label: "queue",
      read: failing,
    },
    {
      name: "letters_failed",
      help: "Failed jobs that send a letter",
      read: async () =>
        [...(await failing())].reduce(
          (sum, [queue, count]) => sum + (wordsFor(queue).kind === "letter" ? count : 0),
          0,
        ),
    },
    ...alarmReadings(db),
    now("held", "1 while the shop rests after a restore and takes no payments, else 0", () =>
      outgoing.isHeld ? 1 : 0,
    ),
    {
      name: "disk_free_bytes",
      help: "Free bytes on the fullest disk of the shop's data and backups; absent where the system does not say",
      read: freeBytes,
    },
    {
      name: "backup_age_seconds",
      help: "Seconds since the newest backup; absent without one",
      read: async () => {
        const [newest] = await backups.list();
        return newest && age(newest.at);
      },
    },
  ];
}

function alarmReadings(db: Services["db"]): Reading[] {
  const alarms = remembered(() => shopAlarms(db, new Date()));
  return [
    {
      name: "paid_without_order",
      help: "Payments of the last week that arrived 15 minutes ago or earlier, with neither a paid order nor a refund",
      read: async () => (await alarms()).paidWithoutOrder,
    },
    {
      name: "stock_below_zero",
      help: "Variants with less than no stock",
      read: async () => (await alarms()).stockBelowZero,
    },
    {
      name: "sign_ins_refused_last_hour",
      help: "Refused sign-ins of members in the last hour",
      read: async () => (await alarms()).signInsRefused,
    },
  ];
}

/** Caches the result of a read, or its failure, for `REMEMBERED_MS`; concurrent callers share one read. */
function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > REMEMBERED_MS) last = { at: now, value: read() };
    return last.value;
  };
}
