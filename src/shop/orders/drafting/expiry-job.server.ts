import type { JobRequest } from "~/platform/jobs.server";

/** The job that ends a reservation when its time is over. */
export const EXPIRE_DRAFT = "expire-draft";
export interface ExpireDraft {
  number: string;
}

/** The job that asks for the end of a reservation, so many minutes from now. */
export const expiryJob = ({ number, key, after }: { number: string; key: string; after: number }): JobRequest => ({
  name: EXPIRE_DRAFT,
  payload: { number } satisfies ExpireDraft,
  key,
  startAfter: Math.ceil(after * 60) + 1,
});
