import type { Services } from "~/services";
import { sumLedger } from "./sum-ledger.server";

const SUM_LEDGER = "sum-ledger";

/** Background work for figures: what was sold and given back is added to the stored sums each hour. */
export async function figuresJobs({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await jobs.work(SUM_LEDGER, async () => void (await sumLedger(db)), { atOnce: 1 });
  await jobs.schedule(SUM_LEDGER, "50 * * * *");
}
