import { glob, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFile } from "./file-response.server";
import { openPictureDemand } from "./picture-demand.server";
import { encodePicture, type Urgency } from "./picture-encoder.server";
import { exists, fileAt } from "./picture-files.server";

/** Widths of pictures, in pixels. Pictures are never enlarged. */
export const PICTURE_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;

export const PICTURE_FORMATS = ["avif", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Resized picture. Its width and format may differ from those requested. */
export interface ResizedPicture {
  file: StoredFile;
  width: number;
  format: PictureFormat;
}

/** Smaller widths of pictures in a directory, by content, width and format. `originalOf` is the path of an original. */
export function openPictureWidths(directory: string, originalOf: (hash: string) => string) {
  const demand = openPictureDemand();
  const pathOf = (hash: string, width: number, format: PictureFormat) =>
    join(directory, hash.slice(0, 2), `${hash}-${width}.${format}`);

  const made = (hash: string, width: number, format: PictureFormat): Promise<StoredFile | undefined> =>
    fileAt(pathOf(hash, width, format), `image/${format}`);

  /** First existing width, in the first of the formats. */
  async function firstMade(
    hash: string,
    widths: readonly number[],
    formats: readonly PictureFormat[],
  ): Promise<ResizedPicture | undefined> {
    for (const width of widths)
      for (const format of formats) {
        const file = await made(hash, width, format);
        if (file) return { file, width, format };
      }
    return undefined;
  }

  async function make(
    hash: string,
    widths: readonly number[],
    formats: readonly PictureFormat[],
    urgency: Urgency,
  ): Promise<void> {
    const outputs = widths.flatMap((width) =>
      formats.map((format) => ({ width, format, file: pathOf(hash, width, format) })),
    );
    const failure = await encodePicture(originalOf(hash), outputs, urgency).catch((error: Error) => error);
    // A picture that was removed meanwhile leaves no widths behind.
    if (!(await exists(originalOf(hash)))) await remove(hash);
    else if (failure) throw failure;
  }

  /** The width if it was made, else in WebP. */
  const ready = (hash: string, width: number, format: PictureFormat) => firstMade(hash, [width], withWebp(format));

  /** The width, made now for a request; the nearest one where that takes too long or fails. */
  async function demanded(hash: string, width: number, format: PictureFormat, network: string) {
    await demand(`${hash}-${width}.${format}`, network, async () => {
      if (!(await exists(pathOf(hash, width, format)))) await make(hash, [width], [format], "awaited");
    });
    return firstMade(hash, nearest(width), withWebp(format));
  }

  async function remove(hash: string): Promise<void> {
    for await (const file of glob(join(directory, hash.slice(0, 2), `${hash}-*`))) await rm(file, { force: true });
  }

  return { made, make, ready, demanded, remove };
}

const withWebp = (format: PictureFormat): PictureFormat[] => (format === "webp" ? [format] : [format, "webp"]);

/** A width, then the wider ones, then the narrower ones, nearest first. */
export const nearest = (width: number): number[] => [
  ...PICTURE_WIDTHS.filter((each) => each >= width),
  ...PICTURE_WIDTHS.filter((each) => each < width).toReversed(),
];
