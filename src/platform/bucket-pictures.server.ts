import type { StoredFile } from "./file-response.server";
import { faultOf, log } from "./log.server";
import { type ObjectStore, StoreUnavailable } from "./object-store.server";
import { openPictureStore, type PictureStore } from "./picture-store.server";
import { nearest, type PictureFormat, type ResizedPicture } from "./picture-widths.server";
import { openUnknownPictures } from "./unknown-pictures.server";
import { openBucketFiles, type BucketFiles } from "./bucket-files.server";
import { LATE, within } from "./within";

/** Picture store in S3, with functions for backups to get and put original files. */
export interface BucketPictures extends PictureStore {
  /** Downloads an original into the folder; returns false if the store does not have it. */
  bring(hash: string): Promise<boolean>;
  /** Uploads an original from the folder to the store. */
  send(hash: string): Promise<void>;
}

/** Maximum time in milliseconds for which a request waits for the store. */
const WAIT = 8_000;

const isHash = (hash: string): boolean => /^[0-9a-f]{32}$/.test(hash);

/**
 * Opens a picture store whose originals and resized pictures are objects of an S3 store; the folder is a cache for both, limited
 * in size. Keys are hashes of the content, so that an object never changes, and an original with other bytes is not shown. Lost
 * sizes are made again.
 */
export function openBucketPictures(
  folder: string,
  objects: ObjectStore,
  { cacheBytes, wait = WAIT }: { cacheBytes: number; wait?: number },
): BucketPictures {
  const local = openPictureStore(folder);
  const files = openBucketFiles(folder, objects, cacheBytes);

  const send = async (hash: string): Promise<void> =>
    files.sendOriginal(hash, (await local.original(hash))?.type ?? "application/octet-stream");

  /** Uploads a picture that was stored in the folder; if that fails, removes it from the folder. */
  async function kept<T extends { hash: string }>(stored: T): Promise<T> {
    try {
      await send(stored.hash);
    } catch (error) {
      await local.remove(stored.hash);
      throw error;
    }
    // A size whose upload fails is made again by other processes.
    void files.sendWidths(stored.hash).catch(notSent);
    return stored;
  }

  return {
    bring: files.originalHere,
    send,
    ...shown(local, files, wait),
    store: async (bytes) => kept(await local.store(bytes)),
    takeIn: async (pieces, options) => kept(await local.takeIn(pieces, options)),

    async remove(hash, storedBefore) {
      if (isHash(hash) && (await files.remove(hash, storedBefore))) await local.remove(hash);
    },

    async derive(hash, widths, formats) {
      if (!isHash(hash) || !(await files.originalHere(hash))) return;
      await local.derive(hash, widths, formats);
      await files.sendWidths(hash);
    },
  };
}

/** Functions that read pictures and wait for the store for a limited time. */
function shown(
  local: PictureStore,
  files: BucketFiles,
  wait: number,
): Pick<PictureStore, "original" | "derived" | "resized" | "composed"> {
  const unknown = openUnknownPictures();

  /**
   * Returns whether an original is in the folder or the store. The store is asked only once for a hash that it does not have, and
   * not for networks that guess.
   */
  async function originalHere(hash: string, network: string | undefined): Promise<boolean> {
    if (unknown.has(hash)) return false;
    if (unknown.isOver(network) && !(await local.original(hash))) throw guessed();
    const isHere = await quickly(wait, files.originalHere(hash));
    if (!isHere) unknown.note(hash, network);
    return isHere;
  }

  const original = async (hash: string, network?: string): Promise<StoredFile | undefined> => {
    if (!isHash(hash) || !(await originalHere(hash, network))) return undefined;
    const file = await local.original(hash);
    // The cache may delete the file between two reads, so that each read downloads it again if needed.
    const read: StoredFile["read"] = (from, length) =>
      files.originalHere(hash).then(() => file?.read(from, length) ?? Buffer.of());
    return file && { ...file, read };
  };

  async function resized(hash: string, width: number, format: PictureFormat, network: string) {
    if (unknown.isOver(network) && !(await local.derived(hash, width, format))) throw guessed();
    const isHere = await quickly(wait, files.widthHere(hash, width, format));
    if (!isHere && !(await originalHere(hash, network))) return undefined;
    const made = await local.resized(hash, width, format, network);
    if (!isHere && made?.width === width && made.format === format)
      void files.sendWidth(hash, width, format).catch(notSent);
    return made;
  }

  return {
    original,

    async derived(hash, width, format) {
      if (!isHash(hash)) return undefined;
      await quickly(wait, files.widthHere(hash, width, format));
      return local.derived(hash, width, format);
    },

    composed: async (hash, key, draw, network) =>
      (isHash(hash) && (await files.composedHere(hash, key))) ||
      ((await original(hash, network)) && composedHere(local, files, [hash, key, draw, network])),

    async resized(hash, width, format, network) {
      if (!isHash(hash)) return undefined;
      return resized(hash, width, format, network).catch((error: unknown) =>
        standIn(error, local, hash, width, format),
      );
    },
  };
}

/** Composed picture, which is only in the folder, since each process can make it again. */
async function composedHere(local: PictureStore, files: BucketFiles, asked: Parameters<PictureStore["composed"]>) {
  await local.composed(...asked);
  return files.composedHere(asked[0], asked[1]);
}

/** Picture in the nearest size in the folder if the store does not respond; throws the error if there is none. */
async function standIn(
  error: unknown,
  local: PictureStore,
  hash: string,
  width: number,
  format: PictureFormat,
): Promise<ResizedPicture> {
  if (!(error instanceof StoreUnavailable)) throw error;
  for (const each of nearest(width))
    for (const kind of new Set<PictureFormat>([format, "webp"])) {
      const file = await local.derived(hash, each, kind);
      if (file) return { file, width: each, format: kind };
    }
  throw error;
}

const guessed = () => new StoreUnavailable("This network asked for too many pictures that there are not.");

const notSent = (error: unknown): void => log.warn({ error: faultOf(error) }, "a width was not stored");

/** Waits for `work` for a limited time; it continues afterwards. @throws {StoreUnavailable} if it takes longer. */
async function quickly<T>(milliseconds: number, work: Promise<T>): Promise<Awaited<T>> {
  const found = await within(work, milliseconds);
  if (found === LATE) throw new StoreUnavailable("The picture store is slow.");
  return found;
}
