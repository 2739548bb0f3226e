import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileLock, tryLock } from "./file-lock.server";
import { memoizedAsync } from "./memoized-async";

/** Folders of running processes are locked by them; one that is being made has no such name yet. */
const PREFIX = "shop-uploads-";
const LOCK = "lock";

interface OwnFolder {
  path: string;
  /** Held until the process ends, however that happens. */
  lock: FileLock | undefined;
}

const own = memoizedAsync(() => ownFolder(tmpdir()));

/** A path for a file that is gone when whoever asked is done with it, and at the latest when the shop starts after its process died. */
export async function temporaryFile(): Promise<{ path: string } & AsyncDisposable> {
  const { path: folder } = await own();
  const path = join(folder, randomUUID());
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

/** Makes a folder that `sweepTemporaryFiles` leaves alone as long as its lock is held. */
export async function ownFolder(parent: string): Promise<OwnFolder> {
  const made = await mkdtemp(join(parent, "shop-upload-"));
  const lock = tryLock(join(made, LOCK), "exclusive");
  const path = join(parent, `${PREFIX}${randomUUID()}`);
  await rename(made, path);
  return { path, lock };
}

/** Removes what processes that are gone have left: a killed one removes nothing. */
export async function sweepTemporaryFiles(parent = tmpdir()): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const folder = join(parent, name);
    if (isHeld(folder)) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Folders of others, which cannot be looked into, are theirs to remove. */
function isHeld(folder: string): boolean {
  try {
    const lock = tryLock(join(folder, LOCK), "exclusive");
    lock?.release();
    return lock === undefined;
  } catch {
    return true;
  }
}
