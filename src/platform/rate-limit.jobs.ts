import type { Database } from "./database.server";
import type { Jobs } from "./jobs.server";
import { sweepRateLimits } from "./rate-limit.server";

const SWEEP = "sweep-rate-limits";

/** Registers the job that deletes counters of past periods. */
export async function sweepRateLimitsInBackground({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  await jobs.work(SWEEP, () => sweepRateLimits(db), { atOnce: 1 });
  await jobs.schedule(SWEEP, "*/10 * * * *");
}
