import type { Services } from "~/services";
import { sweepSubmissions } from "./once.server";

const SWEEP = "sweep-submissions";

/** Schedules the log's job, which deletes stored answers of forms after a day. */
export async function auditJobs({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await jobs.work(SWEEP, () => sweepSubmissions(db), { atOnce: 1 });
  await jobs.schedule(SWEEP, "25 * * * *");
}
