import type { Services } from "~/services";
import { SPREAD_RECALL, type SpreadRecall, TELL_RECALL, type TellRecall } from "./recall-jobs";
import { sendRecallLetter, spreadRecall } from "./send-recall.server";

/** Registers the jobs that enqueue and send the letters of recalls. */
export async function recallsJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<SpreadRecall>(SPREAD_RECALL, (recall) => spreadRecall(services, recall), { atOnce: 1 });
  await jobs.work<TellRecall>(TELL_RECALL, (letter) => sendRecallLetter(services, letter));
}
