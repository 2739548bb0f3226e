import type { Services } from "~/services";
import { RECALL_TO_CORRECTED, type RecallToCorrected } from "~/shop/orders/letters/letter-jobs";
import { SPREAD_RECALL, type SpreadRecall, TELL_RECALL, type TellRecall } from "./recall-jobs";
import { sendRecallLetter, spreadRecall } from "./send-recall.server";
import { recallToCorrected } from "./start-recall.server";

/** Registers the jobs that enqueue and send the letters of recalls. */
export async function recallsJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<SpreadRecall>(SPREAD_RECALL, (recall) => spreadRecall(services, recall), { atOnce: 1 });
  await jobs.work<RecallToCorrected>(RECALL_TO_CORRECTED, (order) => recallToCorrected(services, order));
  await jobs.work<TellRecall>(TELL_RECALL, (letter) => sendRecallLetter(services, letter));
}
