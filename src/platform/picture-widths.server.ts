import { glob, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFile } from "./file-response.server";
import type { PictureDemand } from "./picture-demand.server";
import { encodePicture, type Urgency } from "./picture-encoder.server";
import { exists, fileAt } from "./picture-files.server";

/** Widths in pixels in which pictures are made; no picture is enlarged. */
export const PICTURE_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;

/** Widths for listings, which are made before an uploaded picture is shown. */
export const LISTING_WIDTHS = [96, 160, 320, 480, 640] as const;

export const PICTURE_FORMATS = ["avif", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** A resized picture; its width and format may differ from those requested. */
export interface ResizedPicture {
  file: StoredFile;
  width: number;
  format: PictureFormat;
}

/**
 * Opens the directory of resized pictures, which are named by hash, width and format. `originalOf` returns the path of an
 * original.
 */
export function openPictureWidths(directory: string, originalOf: (hash: string) => string, demand: PictureDemand) {
  const pathOf = (hash: string, width: number, format: PictureFormat) =>
    join(directory, hash.slice(0, 2), `${hash}-${width}.${format}`);

  const made = (hash: string, width: number, format: PictureFormat): Promise<StoredFile | undefined> =>
    fileAt(pathOf(hash, width, format), `image/${format}`);

  /** The first of the widths that exists, in the first of the formats that exists. */
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
    // If the picture was removed meanwhile, its new sizes are removed too.
    if (!(await exists(originalOf(hash)))) await remove(hash);
    else if (failure) throw failure;
  }

  /** Existing file in this width, in this format or in WebP. */
  const ready = (hash: string, width: number, format: PictureFormat) => firstMade(hash, [width], withWebp(format));

  /** File in this width, which is made now; the nearest existing width if that fails or takes too long. */
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

/** All widths in the order of preference: this one, the wider ones, then the narrower ones, the nearest first. */
export const nearest = (width: number): number[] => [
  ...PICTURE_WIDTHS.filter((each) => each >= width),
  ...PICTURE_WIDTHS.filter((each) => each < width).toReversed(),
];
