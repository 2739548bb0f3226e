import type { Database } from "./database.server";
import type { Jobs } from "./jobs.server";
import { makeWidths, picturesWithoutWidths } from "./media.server";
import type { PictureStore } from "./picture-store.server";
import { inPortions } from "./portions";

const PICTURE_WIDTHS = "picture-widths";
/** Number of pictures per job: few, so that jobs are short and a retry repeats little. */
const AT_ONCE = 8;

/**
 * Resizes pictures in a background process of low priority, beginning with those whose path matches a pattern of `first`. Jobs
 * are keyed by content, so that each picture is resized once, even if several processes run the jobs.
 */
export async function makeWidthsInBackground(
  { db, jobs, pictures }: { db: Database; jobs: Jobs; pictures: PictureStore },
  first: string[],
): Promise<void> {
  await jobs.work<{ hashes: string[] }>(
    PICTURE_WIDTHS,
    async ({ hashes }) => {
      await Promise.all(hashes.map((hash) => makeWidths(db, pictures, hash)));
    },
    { atOnce: 1 },
  );
  const waiting = await picturesWithoutWidths(db, first);
  for (const some of inPortions(waiting, AT_ONCE)) await makeWidthsLater({ db, jobs }, some);
}

/** Enqueues a job that resizes a few pictures, at once or after `startAfter` seconds. `db` may be a transaction. */
export const makeWidthsLater = (
  { db, jobs }: { db: Database; jobs: Jobs },
  hashes: string[],
  startAfter?: number,
): Promise<void> =>
  jobs.enqueue(
    db,
    PICTURE_WIDTHS,
    { hashes },
    { key: hashes.join(" "), ...(startAfter !== undefined && { startAfter }) },
  );
