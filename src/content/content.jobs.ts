import type { Services } from "~/services";
import { UNDO_DAYS } from "~/shop/undo-days";
import { sweepContentImports } from "./stage-content.server";

const SWEEP = "sweep-content-imports";

/** Scheduled jobs of content files: delete imports that nobody applied, and those that can no longer be taken back. */
export async function contentJobs({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await jobs.work(SWEEP, () => sweepContentImports(db, { undoDays: UNDO_DAYS }), { atOnce: 1 });
  await jobs.schedule(SWEEP, "50 4 * * *");
}
