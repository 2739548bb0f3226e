import type { JobRequest } from "~/platform/jobs.server";

/** Name of the job queue that ends reservations when their time is over. */
export const EXPIRE_DRAFT = "expire-draft";
export interface ExpireDraft {
  number: string;
}

/** Request for a job that ends a reservation; `after` is the number of minutes until then. */
export const expiryJob = ({ number, key, after }: { number: string; key: string; after: number }): JobRequest => ({
  name: EXPIRE_DRAFT,
  payload: { number } satisfies ExpireDraft,
  key,
  startAfter: Math.ceil(after * 60) + 1,
});
