import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { composedPath } from "./composed-pictures.server";
import { openFileCache } from "./file-cache.server";
import { type ObjectStore, StoreUnavailable } from "./object-store.server";
import type { StoredFile } from "./file-response.server";
import { exists, fileAt } from "./picture-files.server";
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat } from "./picture-widths.server";

const originalKey = (hash: string): string => `originals/${hash}`;
const widthKey = (hash: string, width: number, format: PictureFormat): string => `widths/${hash}-${width}.${format}`;

/** Cache of a picture store's objects in a folder: downloads a file when it is needed, and uploads new ones. */
export type BucketFiles = ReturnType<typeof openBucketFiles>;

/** Opens a folder as a cache, limited in size, for the objects of a picture store. */
export function openBucketFiles(folder: string, objects: ObjectStore, cacheBytes: number) {
  const cache = openFileCache(folder, cacheBytes);
  const here = arrivals(objects, (file) => cache.used(file));
  const originalAt = (hash: string) => join(folder, "originals", hash.slice(0, 2), hash);
  const widthAt = (hash: string, width: number, format: PictureFormat) =>
    join(folder, "made", hash.slice(0, 2), `${hash}-${width}.${format}`);

  async function send(key: string, file: string, type: string): Promise<void> {
    if (!(await exists(file))) return;
    await objects.put(key, file, type);
    await cache.used(file);
  }

  const sendWidth = (hash: string, width: number, format: PictureFormat) =>
    send(widthKey(hash, width, format), widthAt(hash, width, format), `image/${format}`);

  return {
    /** Returns whether an original is in the folder; downloads it if it is not. */
    originalHere: (hash: string) => here(originalKey(hash), originalAt(hash), hash),
    widthHere: (hash: string, width: number, format: PictureFormat) =>
      here(widthKey(hash, width, format), widthAt(hash, width, format)),
    /** A composed picture, which is in the folder only. */
    async composedHere(hash: string, key: string): Promise<StoredFile | undefined> {
      const file = composedPath(join(folder, "made"), hash, key);
      const found = await fileAt(file, "image/jpeg");
      if (found) await cache.used(file);
      return found;
    },
    sendOriginal: (hash: string, type: string) => send(originalKey(hash), originalAt(hash), type),
    sendWidth,
    async sendWidths(hash: string): Promise<void> {
      for (const width of PICTURE_WIDTHS) for (const format of PICTURE_FORMATS) await sendWidth(hash, width, format);
    },
    /** Removes a picture's objects unless the picture was stored after `storedBefore`; returns whether they are removed. */
    async remove(hash: string, storedBefore?: Date): Promise<boolean> {
      const changedAt = storedBefore && (await objects.changedAt(originalKey(hash)));
      if (changedAt && changedAt >= storedBefore) return false;
      await objects.remove(originalKey(hash));
      for (const width of PICTURE_WIDTHS)
        for (const format of PICTURE_FORMATS) await objects.remove(widthKey(hash, width, format));
      return true;
    },
  };
}

/**
 * Returns a function that downloads an object into a file, only once at a time, and checks an original by its hash. The function
 * returns false if the store does not have the object.
 */
function arrivals(objects: ObjectStore, used: (file: string) => Promise<void>) {
  const coming = new Map<string, Promise<boolean>>();

  async function arrive(key: string, file: string, hash?: string): Promise<boolean> {
    await mkdir(dirname(file), { recursive: true });
    const part = `${file}.${randomUUID()}.part`;
    try {
      if (!(await objects.read(key, part))) return false;
      if (hash !== undefined && (await hashOf(part)) !== hash)
        throw new StoreUnavailable(`The picture store has other bytes at ${key}.`);
      await rename(part, file);
      await used(file);
      return true;
    } finally {
      await rm(part, { force: true });
    }
  }

  return async (key: string, file: string, hash?: string): Promise<boolean> => {
    if (await exists(file)) {
      await used(file);
      return true;
    }
    const known = coming.get(file);
    if (known) return known;
    const arriving = arrive(key, file, hash).finally(() => coming.delete(file));
    coming.set(file, arriving);
    return arriving;
  };
}

async function hashOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  await pipeline(createReadStream(file), sum);
  return sum.digest("hex").slice(0, 32);
}
