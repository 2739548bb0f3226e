import type { Services } from "~/services";

const MAKE = "make-backup";
const TEST = "test-backup";

/**
 * Registers the scheduled jobs of backups: an hourly backup, and a nightly job that runs the weekly restore test of the newest
 * backup and deletes files that are not needed any more. Process settings can switch off the hourly backup and the test.
 */
export async function backupJobs({ jobs, backups }: Pick<Services, "jobs" | "backups">): Promise<void> {
  const hourly = async () => {
    // The newest backup is uploaded to the store even if some of its pictures could not be copied.
    if (backups.isHourly) await backups.makeHourly(new Date()).finally(() => backups.copyNewest(new Date()));
  };
  await jobs.work(MAKE, hourly, { atOnce: 1 });
  const nightly = async () => {
    // Old files are deleted even if the restore test fails.
    await backups.proveWeekly(new Date()).finally(() => backups.sweep(new Date()));
  };
  await jobs.work(TEST, nightly, { atOnce: 1 });
  await jobs.schedule(MAKE, "7 * * * *");
  // Runs each night, so that a test that failed or was skipped is repeated the next night.
  await jobs.schedule(TEST, "20 9 * * *");
}
