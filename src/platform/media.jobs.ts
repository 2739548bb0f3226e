import type { Database } from "./database.server";
import type { Jobs } from "./jobs.server";
import { makeWidths, picturesWithoutWidths } from "./media.server";
import type { PictureStore } from "./pictures.server";

const MAKE_WIDTHS = "make-widths";

/**
 * Makes the widths of pictures in the background, one picture at a time, so that serving comes first. A job is keyed by
 * the picture's content: however many processes ask, each picture is made once. Decisions §10.
 */
export async function makeWidthsInBackground(
  { db, jobs, pictures }: { db: Database; jobs: Jobs; pictures: PictureStore },
  first: string[],
): Promise<void> {
  await jobs.work<{ hash: string }>(MAKE_WIDTHS, ({ hash }) => makeWidths(db, pictures, hash), { atOnce: 1 });
  for (const hash of await picturesWithoutWidths(db, first)) await jobs.ask(db, MAKE_WIDTHS, { hash }, { key: hash });
}
