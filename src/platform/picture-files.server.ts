import { open, stat } from "node:fs/promises";
import type { StoredFile } from "./file-response.server";

/**
 * Opens a file on disk; undefined if there is none. `type` is its content type, or a function that tells it from the first bytes.
 */
export async function fileAt(
  path: string,
  type: string | ((head: Uint8Array) => string),
): Promise<StoredFile | undefined> {
  const known = await unlessMissing(stat(path));
  if (!known) return undefined;
  // The file is opened for each read, so that a client that stops reading does not keep it open.
  const read = async (from: number, length: number) => {
    await using file = await open(path);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  return { type: typeof type === "string" ? type : type(await read(0, 512)), size: known.size, read };
}

export const exists = async (path: string): Promise<boolean> => (await unlessMissing(stat(path))) !== undefined;

export const unlessMissing = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
