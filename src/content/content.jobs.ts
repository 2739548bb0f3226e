import type { Services } from "~/services";
import { UNDO_DAYS } from "~/shop/undo-days";
import { sweepContentImports } from "./sweep-content.server";

const SWEEP = "sweep-content-imports";

/**
 * Registers the nightly job that deletes imports that were not applied in time, and stored rows of imports that can no longer be
 * taken back.
 */
export async function contentJobs({ jobs, ...shop }: Pick<Services, "db" | "jobs" | "pictures">): Promise<void> {
  await jobs.work(SWEEP, () => sweepContentImports(shop, { undoDays: UNDO_DAYS }), { atOnce: 1 });
  await jobs.schedule(SWEEP, "50 4 * * *");
}
