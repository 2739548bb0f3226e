/** Names of the job queues for recalls, with their payloads. */

/** Enqueues the letters of a recall in portions. */
export const SPREAD_RECALL = "spread-recall";
export interface SpreadRecall {
  recallId: string;
}

/** Letter of a recall to one address. */
export const TELL_RECALL = "tell-recall";
export interface TellRecall {
  letterId: string;
}
