import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isHarmlessDrawing } from "./harmless-drawing";
import type { StoredFile } from "./file-response.server";
import { memoizedAsync } from "./memoized-async";
import { byName } from "./by-name";
import { type Drawings, openComposedPictures } from "./composed-pictures.server";
import { openPictureDemand } from "./picture-demand.server";
import type { Urgency } from "./picture-encoder.server";
import { exists, fileAt, unlessMissing } from "./picture-files.server";
import { takeInto } from "./picture-intake.server";
import {
  LISTING_WIDTHS,
  openPictureWidths,
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
  type ResizedPicture,
} from "./picture-widths.server";

/** A stored picture or film. Its `hash` identifies the bytes, so that equal files are stored once. */
export interface StoredPicture {
  hash: string;
  type: string;
  /** Width in pixels; 0 for a film. */
  width: number;
  height: number;
  bytes: number;
}

/** Store for the shop's pictures and films. */
export interface PictureStore {
  /** Stores a file. @throws {UnusablePicture} if the bytes are no supported picture or film. */
  store(bytes: Uint8Array): Promise<StoredPicture>;
  /**
   * Normalizes an uploaded picture while it arrives: it is turned upright and encoded again, without metadata. It is stored with
   * its sizes for listings, or not at all. A `bulk` upload is processed after other work that requests wait for, and only in
   * WebP; AVIF follows later.
   *
   * @throws {PictureRefused} if it is not an accepted picture; the rest of the upload is not read then.
   */
  takeIn(pieces: AsyncIterable<Uint8Array>, options?: { bulk?: boolean }): Promise<StoredPicture>;
  /** Removes a file with all its sizes, unless it was stored after `storedBefore`. */
  remove(hash: string, storedBefore?: Date): Promise<void>;
  /** Original file; `network` is that of the request, if there is one. */
  original(hash: string, network?: string): Promise<StoredFile | undefined>;
  /** A resized picture, if it was made before. */
  derived(hash: string, width: number, format: PictureFormat): Promise<StoredFile | undefined>;
  /**
   * Resized picture for a request of a network: an existing one in the format or in WebP, otherwise one that is made now and
   * kept. If there are too many requests, the nearest existing size; undefined if only the original exists.
   */
  resized(hash: string, width: number, format: PictureFormat, network: string): Promise<ResizedPicture | undefined>;
  /**
   * JPEG of the picture between drawings for a request of a network: an existing one with the key, which names all that the drawings
   * contain, otherwise one that is made now and kept; undefined if it cannot be made, or not in time.
   */
  composed(hash: string, key: string, draw: () => Promise<Drawings>, network: string): Promise<StoredFile | undefined>;
  /** Makes missing sizes, by default in both formats. This is slow and meant for a job. Films, SVGs and GIFs have no sizes. */
  derive(hash: string, widths?: readonly number[], formats?: readonly PictureFormat[]): Promise<void>;
}

/** Error for bytes that are no supported picture or film. */
export class UnusablePicture extends Error {
  override readonly name = "UnusablePicture";
}

const TYPES = byName<string>({
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  heif: "image/avif",
  svg: "image/svg+xml",
});
/** Loaded when the first picture is stored. It only reads headers; the encoder process makes the sizes. */
const reader = memoizedAsync(async () => {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  return sharp;
});

const MAXIMUM_PIXELS = 60_000_000;

/** Opens a store in a directory: `originals/` by hash, `made/` by hash, width and format. */
export function openPictureStore(directory: string, madeDirectory = join(directory, "made")): PictureStore {
  const original = (hash: string) => join(directory, "originals", hash.slice(0, 2), hash);
  const demand = openPictureDemand();
  const widths = openPictureWidths(madeDirectory, original, demand);
  const composed = openComposedPictures(madeDirectory, original, demand);

  return {
    async store(bytes) {
      const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
      const shape = await shapeOf(bytes);
      // Storing a picture again renews its time, so that a sweep does not remove it.
      const now = new Date();
      if (await exists(original(hash))) await utimes(original(hash), now, now);
      else await writeWhole(original(hash), bytes);
      return { hash, ...shape, bytes: bytes.byteLength };
    },

    async takeIn(pieces, { bulk = false } = {}) {
      const urgency = bulk ? "background" : "awaited";
      const { isNew, hash, width, height, bytes } = await takenIn(directory, original, pieces, urgency);
      try {
        await widths.make(hash, LISTING_WIDTHS, bulk ? ["webp"] : PICTURE_FORMATS, urgency);
      } catch (error) {
        if (isNew) await this.remove(hash);
        throw error;
      }
      return { hash, type: "image/webp", width, height, bytes };
    },

    async remove(hash, storedBefore) {
      if (!isHash(hash)) return;
      const known = await unlessMissing(stat(original(hash)));
      if (known && storedBefore && known.mtime >= storedBefore) return;
      await rm(original(hash), { force: true });
      await widths.remove(hash);
    },

    async original(hash) {
      return isHash(hash) ? fileAt(original(hash), typeOf) : undefined;
    },

    async derived(hash, width, format) {
      return isHash(hash) ? widths.made(hash, width, format) : undefined;
    },

    async resized(hash, width, format, network) {
      if (!isHash(hash)) return undefined;
      const ready = await widths.ready(hash, width, format);
      return ready || !isResizable(await this.original(hash)) ? ready : widths.demanded(hash, width, format, network);
    },

    async composed(hash, ...asked) {
      return isResizable(await this.original(hash)) ? composed(hash, ...asked) : undefined;
    },

    async derive(hash, wanted = PICTURE_WIDTHS, formats = PICTURE_FORMATS) {
      if (isResizable(await this.original(hash))) await widths.make(hash, wanted, formats, "background");
    },
  };
}

/** Stores an uploaded picture without sizes; `isNew` says whether it was not stored before. */
async function takenIn(
  directory: string,
  original: (hash: string) => string,
  pieces: AsyncIterable<Uint8Array>,
  urgency: Urgency,
) {
  const taken = await takeInto(join(directory, "incoming"), pieces, urgency);
  const target = original(taken.hash);
  try {
    const isNew = !(await exists(target));
    await mkdir(dirname(target), { recursive: true });
    await rename(taken.file, target);
    return { ...taken, isNew };
  } finally {
    await rm(taken.file, { force: true });
  }
}

const isResizable = (file: StoredFile | undefined): boolean => /^image\/(jpeg|png|webp|avif)$/.test(file?.type ?? "");

async function shapeOf(bytes: Uint8Array): Promise<{ type: string; width: number; height: number }> {
  const type = typeOf(bytes);
  if (type === "video/mp4") return { type, width: 0, height: 0 };
  // SVGs are served with a policy against scripts. They are also refused if they contain any, because other programs may open
  // them.
  if (type === "image/svg+xml" && !isHarmlessDrawing(bytes)) throw new UnusablePicture("The drawing holds a program.");
  const sharp = await reader();
  const picture = sharp(bytes, { limitInputPixels: MAXIMUM_PIXELS });
  const { format, autoOrient } = await picture.metadata().catch(() => {
    throw new UnusablePicture("These bytes are no picture.");
  });
  if (TYPES[format ?? ""] !== type) throw new UnusablePicture(`A picture of the kind ${format} is not shown here.`);
  return { type, width: autoOrient.width, height: autoOrient.height };
}

/** Content type by the file's first bytes; its name and the sent content type are not trusted. */
function typeOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 512));
  const text = head.toString("latin1");
  if (head[0] === 0xff && head[1] === 0xd8) return "image/jpeg";
  if (text.startsWith("\x89PNG")) return "image/png";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  if (text.startsWith("GIF8")) return "image/gif";
  if (text.slice(4, 8) === "ftyp") return /^avi[fs]/.test(text.slice(8, 12)) ? "image/avif" : "video/mp4";
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[^])*-->\s*)*<svg[\s>]/.test(text)) return "image/svg+xml";
  throw new UnusablePicture("These bytes are no picture or film.");
}

const isHash = (hash: string): boolean => /^[0-9a-f]{32}$/.test(hash);

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, bytes);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
