import type { StoredFile } from "./file-response.server";
import { faultOf, log } from "./log.server";
import { type ObjectStore, StoreUnavailable } from "./object-store.server";
import { openPictureStore, type PictureStore } from "./picture-store.server";
import { nearest, type PictureFormat, type ResizedPicture } from "./picture-widths.server";
import { openUnknownPictures } from "./unknown-pictures.server";
import { openBucketFiles, type BucketFiles } from "./bucket-files.server";

/** Pictures of an S3 store, and how a backup gets at their files. */
export interface BucketPictures extends PictureStore {
  /** Brings an original into the folder; false where the store has none. */
  bring(hash: string): Promise<boolean>;
  /** Sends an original of the folder to the store. */
  send(hash: string): Promise<void>;
}

/** Milliseconds that a request waits for the store. */
const WAIT = 8_000;

const isHash = (hash: string): boolean => /^[0-9a-f]{32}$/.test(hash);

/**
 * A picture store whose originals and widths are objects of an S3 store; the folder is a bounded cache of both. Keys are content hashes: an
 * object never changes, and an original that arrives with other bytes is not shown. Widths that were lost are made again.
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

  /** Stores what is in the folder, or leaves nothing of it there. */
  async function kept<T extends { hash: string }>(stored: T): Promise<T> {
    try {
      await send(stored.hash);
    } catch (error) {
      await local.remove(stored.hash);
      throw error;
    }
    // Other processes make a width that does not arrive again.
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

/** Reads of pictures, which wait for the store for a while. */
function shown(
  local: PictureStore,
  files: BucketFiles,
  wait: number,
): Pick<PictureStore, "original" | "derived" | "resized"> {
  const unknown = openUnknownPictures();

  /** Whether an original is here; the store is asked once for one that it does not have, and not by a network that guesses. */
  async function originalHere(hash: string, network: string | undefined): Promise<boolean> {
    if (unknown.has(hash)) return false;
    if (unknown.isOver(network) && !(await local.original(hash))) throw guessed();
    const isHere = await within(wait, files.originalHere(hash));
    if (!isHere) unknown.note(hash, network);
    return isHere;
  }

  const original = async (hash: string, network?: string): Promise<StoredFile | undefined> => {
    if (!isHash(hash) || !(await originalHere(hash, network))) return undefined;
    const file = await local.original(hash);
    // The cache may have deleted the file before the next part is read: each read fetches it again if needed.
    const read: StoredFile["read"] = (from, length) =>
      files.originalHere(hash).then(() => file?.read(from, length) ?? Buffer.of());
    return file && { ...file, read };
  };

  async function resized(hash: string, width: number, format: PictureFormat, network: string) {
    if (unknown.isOver(network) && !(await local.derived(hash, width, format))) throw guessed();
    const isHere = await within(wait, files.widthHere(hash, width, format));
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
      await within(wait, files.widthHere(hash, width, format));
      return local.derived(hash, width, format);
    },

    async resized(hash, width, format, network) {
      if (!isHash(hash)) return undefined;
      return resized(hash, width, format, network).catch((error: unknown) =>
        standIn(error, local, hash, width, format),
      );
    },
  };
}

/** The nearest width at hand, where the store does not answer; without one the error. */
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

/** @throws {StoreUnavailable} when work takes longer; it goes on. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const enough = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new StoreUnavailable("The picture store is slow.")), milliseconds);
  });
  // Not to be unhandled when it fails after the time.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, enough]);
  } finally {
    clearTimeout(late);
  }
}
