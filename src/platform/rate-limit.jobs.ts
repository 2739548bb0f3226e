import type { Database } from "./database.server";
import type { Jobs } from "./jobs.server";
import { sweepRateLimits } from "./rate-limit.server";

const SWEEP = "sweep-rate-limits";

/** Keeps the table of limits as small as what is counted at the moment. */
export async function sweepRateLimitsInBackground({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  await jobs.work(SWEEP, () => sweepRateLimits(db), { atOnce: 1 });
  await jobs.schedule(SWEEP, "*/10 * * * *");
}
