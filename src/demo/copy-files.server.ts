import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { faultOf, log } from "~/platform/log.server";
import { Refusal } from "~/shop/refusal";

/** A file of the copy that is kept of cleared demo content: its name in the folder of copies, and its size in bytes. */
export interface CopyFile {
  name: string;
  bytes: number;
}

/** Number of characters that are buffered before a write. */
const AT_ONCE = 1_000_000;

/**
 * Writes lines into a new file of the folder. The file gets its name only when it is completely on disk. Errors of `lines` are
 * rethrown.
 *
 * @throws {Refusal} `copy-not-written` if the disk is full or not writable.
 */
export async function writeCopy(folder: string, name: string, lines: AsyncIterable<string>): Promise<CopyFile> {
  const file = join(folder, name);
  const part = `${file}.part`;
  let handle: FileHandle | undefined;
  try {
    const opened = await onDisk(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return open(part, "wx", 0o600);
    });
    handle = opened;
    let waiting = "";
    for await (const line of lines) {
      waiting += line;
      if (waiting.length < AT_ONCE) continue;
      await onDisk(() => opened.writeFile(waiting));
      waiting = "";
    }
    return await onDisk(async () => {
      await opened.writeFile(waiting);
      await opened.sync();
      const { size } = await opened.stat();
      await rename(part, file);
      await syncFolder(folder);
      return { name, bytes: size };
    });
  } finally {
    await handle?.close();
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** Deletes the files of a copy, which is not needed if nothing was cleared; a failure is only logged. */
export async function dropCopy(folder: string, names: string[]): Promise<void> {
  for (const name of names)
    await rm(join(folder, name), { force: true }).catch((error: unknown) =>
      log.warn({ file: name, error: faultOf(error) }, "a copy could not be removed"),
    );
}

/** Syncs the folder to disk, so that the file's name survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    log.error({ error: faultOf(error) }, "a copy could not be written");
    throw new Refusal("copy-not-written");
  }
}
