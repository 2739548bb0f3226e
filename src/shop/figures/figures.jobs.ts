import type { Services } from "~/services";
import { sumLedger } from "./sum-ledger.server";

const SUM_LEDGER = "sum-ledger";

/** Registers the hourly job that adds new rows of the ledger of sales to the stored sums. */
export async function figuresJobs({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await jobs.work(SUM_LEDGER, async () => void (await sumLedger(db)), { atOnce: 1 });
  await jobs.schedule(SUM_LEDGER, "50 * * * *");
}
