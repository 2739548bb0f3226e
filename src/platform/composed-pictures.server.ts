import { glob, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFile } from "./file-response.server";
import type { PictureDemand } from "./picture-demand.server";
import { composePicture } from "./picture-encoder.server";
import type { Composition } from "./picture-encoder-process";
import { exists, fileAt, unlessMissing } from "./picture-files.server";

/** Drawings of a composed picture; see `Composition`. */
export type Drawings = Pick<Composition, "under" | "over" | "size" | "box">;

/** Path of a composed picture in a directory of resized ones. */
export const composedPath = (directory: string, hash: string, key: string): string =>
  join(directory, hash.slice(0, 2), `${hash}-with-${key}.jpg`);

/** Number of composed pictures that are kept of one picture: earlier ones have a former name or price. */
const MOST_COMPOSED = 4;

/** Opens the composed pictures in a directory of resized ones. `originalOf` returns the path of an original. */
export function openComposedPictures(directory: string, originalOf: (hash: string) => string, demand: PictureDemand) {
  const allOf = (hash: string) => glob(join(directory, hash.slice(0, 2), `${hash}-with-*.jpg`));

  /** Removes all but the latest ones of a picture; all of them if the picture was removed meanwhile. */
  async function removeFormer(hash: string): Promise<void> {
    const most = (await exists(originalOf(hash))) ? MOST_COMPOSED : 0;
    const files: { file: string; at: number }[] = [];
    for await (const file of allOf(hash)) files.push({ file, at: (await unlessMissing(stat(file)))?.mtimeMs ?? 0 });
    const former = files.toSorted((one, other) => other.at - one.at).slice(most);
    for (const { file } of former) await rm(file, { force: true });
  }

  /**
   * Picture between drawings, which is made now if it is missing; undefined if it cannot be made, or not in time. The key names
   * all that the drawings contain.
   */
  return async (
    hash: string,
    key: string,
    draw: () => Promise<Drawings>,
    network: string,
  ): Promise<StoredFile | undefined> => {
    const target = composedPath(directory, hash, key);
    const ready = await fileAt(target, "image/jpeg");
    if (ready) return ready;
    await demand(`${hash}-with-${key}`, network, async () => {
      if (await exists(target)) return;
      await composePicture({ ...(await draw()), source: originalOf(hash), target });
      await removeFormer(hash);
    });
    return fileAt(target, "image/jpeg");
  };
}
