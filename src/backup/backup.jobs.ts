import type { Services } from "~/services";

const MAKE = "make-backup";

/** Scheduled job: a backup each hour, unless the process settings switch it off. */
export async function backupJobs({ jobs, backups }: Pick<Services, "jobs" | "backups">): Promise<void> {
  await jobs.work(MAKE, async () => (backups.isHourly ? backups.makeHourly(new Date()) : undefined), { atOnce: 1 });
  await jobs.schedule(MAKE, "7 * * * *");
}
