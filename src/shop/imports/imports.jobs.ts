import type { Services } from "~/services";
import { sweepImports } from "./imports.server";

const SWEEP = "sweep-imports";

/** The scheduled work of imports: files that nobody applied, and rows of old ones, are forgotten. */
export async function importJobs({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await jobs.work(SWEEP, () => sweepImports(db), { atOnce: 1 });
  await jobs.schedule(SWEEP, "40 4 * * *");
}
