import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { recordUpload } from "~/platform/media-uses.server";
import { makeWidthsLater } from "~/platform/media.jobs";
import type { PictureStore } from "~/platform/picture-store.server";

/** Folders of `/media/` for pictures that members upload for texts. */
export type TextPictures = "articles" | "words";

/**
 * Stores an uploaded picture for texts while it is received. The same file always gets the same path, and keeps its alternative
 * text. It is kept while a text or a draft refers to it.
 *
 * @throws {PictureRefused} with a message, when the file is no accepted picture.
 */
export async function takeTextPicture(
  { db, pictures, jobs }: { db: Database; pictures: PictureStore; jobs: Jobs },
  { folder, pieces, alt = "" }: { folder: TextPictures; pieces: AsyncIterable<Uint8Array>; alt?: string },
): Promise<string> {
  const stored = await pictures.takeIn(pieces);
  const path = `/media/${folder}/${stored.hash.slice(0, 16)}.webp`;
  await db.transaction(async (tx) => {
    await recordUpload(tx, { path, stored, alt });
    await makeWidthsLater({ db: tx, jobs }, [stored.hash]);
  });
  return path;
}
