import type { Services } from "~/services";

const MAKE = "make-backup";
const TEST = "test-backup";

/**
 * Scheduled jobs: a backup each hour, and each week a restore test of the newest, unless the process settings switch them off; each night
 * what nothing needs any more is deleted.
 */
export async function backupJobs({ jobs, backups }: Pick<Services, "jobs" | "backups">): Promise<void> {
  const hourly = async () => {
    // The folder's newest goes to the store, also when a picture is missing from it.
    if (backups.isHourly) await backups.makeHourly(new Date()).finally(() => backups.copyNewest(new Date()));
  };
  await jobs.work(MAKE, hourly, { atOnce: 1 });
  const nightly = async () => {
    // A test that cannot be done keeps nothing from being deleted.
    await backups.proveWeekly(new Date()).finally(() => backups.sweep(new Date()));
  };
  await jobs.work(TEST, nightly, { atOnce: 1 });
  await jobs.schedule(MAKE, "7 * * * *");
  // Each night, since one that failed or had no room is tried again.
  await jobs.schedule(TEST, "20 9 * * *");
}
