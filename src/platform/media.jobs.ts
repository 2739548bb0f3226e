import type { Database } from "./database.server";
import type { Jobs } from "./jobs.server";
import { makeWidths, picturesWithoutWidths } from "./media.server";
import type { PictureStore } from "./picture-store.server";
import { inPortions } from "./portions";

const PICTURE_WIDTHS = "picture-widths";
/** Pictures in one job: few, so that a job ends soon and one that failed repeats little. */
const AT_ONCE = 8;

/**
 * Makes the widths of pictures in the background, in a process of low priority, so that serving comes first. Jobs are keyed by
 * the pictures' content: however many processes run it, each picture is made once.
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

/** Asks for the widths of a few pictures, after some seconds; with the transaction that records them, if that is given. */
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
