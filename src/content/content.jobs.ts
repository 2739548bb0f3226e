import type { Services } from "~/services";
import { UNDO_DAYS } from "~/shop/undo-days";
import { sweepContentImports } from "./stage-content.server";

const SWEEP = "sweep-content-imports";

/** The scheduled work of content files: what nobody applied is forgotten, and what can no longer be taken back. */
export async function contentJobs({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await jobs.work(SWEEP, () => sweepContentImports(db, { undoDays: UNDO_DAYS }), { atOnce: 1 });
  await jobs.schedule(SWEEP, "50 4 * * *");
}
