import type { Services } from "~/services";
import { sweepSubmissions } from "./once.server";

const SWEEP = "sweep-submissions";

/** The scheduled work of the log: answers to forms are forgotten after a day. */
export async function auditJobs({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await jobs.work(SWEEP, () => sweepSubmissions(db), { atOnce: 1 });
  await jobs.schedule(SWEEP, "25 * * * *");
}
