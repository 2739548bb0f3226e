import type { Services } from "~/services";
import { sweepImports } from "./imports.server";
import { FETCH_PICTURES, fetchPictures, SETTLE_PICTURES, settlePictures } from "./take-pictures.server";

const SWEEP = "sweep-imports";

/** Registers the jobs of imports: fetching pictures, settling sent ones, and deleting old files and rows. */
export async function importJobs(services: Pick<Services, "db" | "jobs" | "outgoing" | "pictures">): Promise<void> {
  const { db, jobs } = services;
  await jobs.work<{ importId: number; memberId?: string }>(
    FETCH_PICTURES,
    ({ importId, memberId = null }) => fetchPictures(services, importId, { memberId }),
    { atOnce: 1 },
  );
  await jobs.work<{ importId: number; memberId: string }>(
    SETTLE_PICTURES,
    async ({ importId, memberId }) => void (await settlePictures(services, importId, memberId)),
    { atOnce: 1 },
  );
  await jobs.work(SWEEP, () => sweepImports(db), { atOnce: 1 });
  await jobs.schedule(SWEEP, "40 4 * * *");
}
