import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR } from "./durations";
import { type FileLock, tryLock } from "./file-lock.server";
import { memoizedAsync } from "./memoized-async";

/** Prefix of folders of running processes, which lock them; a folder that is being created has another name. */
const PREFIX = "shop-uploads-";
const LOCK = "lock";
/** Age in milliseconds at which files left by an interrupted upload of a picture are deleted. */
const LEFT_BEHIND = HOUR;

interface OwnFolder {
  path: string;
  /** Lock that the process holds until it ends. */
  lock: FileLock | undefined;
}

const own = memoizedAsync(() => ownFolder(tmpdir()));

/** Creates the path of a temporary file, which is deleted after use, or after a crash at the next start. */
export async function temporaryFile(): Promise<{ path: string } & AsyncDisposable> {
  const { path: folder } = await own();
  const path = join(folder, randomUUID());
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

/** Creates a temporary folder in another one, for large files. It is deleted after use, or after a crash at the next call. */
export async function temporaryFolder(parent: string): Promise<{ path: string } & AsyncDisposable> {
  await mkdir(parent, { recursive: true });
  await sweepTemporaryFiles(parent);
  const { path, lock } = await ownFolder(parent);
  return {
    path,
    async [Symbol.asyncDispose]() {
      lock?.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Creates a folder that `sweepTemporaryFiles` does not delete while its lock is held. */
export async function ownFolder(parent: string): Promise<OwnFolder> {
  const made = await mkdtemp(join(parent, "shop-upload-"));
  const lock = tryLock(join(made, LOCK), "exclusive");
  const path = join(parent, `${PREFIX}${randomUUID()}`);
  await rename(made, path);
  return { path, lock };
}

/** Deletes temporary files of processes that are not running any more. */
export async function sweepTemporaryFiles(parent = tmpdir()): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const folder = join(parent, name);
    if (isHeld(folder)) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a process holds the folder's lock. Folders of other users cannot be read and count as held. */
function isHeld(folder: string): boolean {
  try {
    const lock = tryLock(join(folder, LOCK), "exclusive");
    lock?.release();
    return lock === undefined;
  } catch {
    return true;
  }
}

/** Deletes the files of a folder that an interrupted upload left there. */
export async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const known = await stat(path).catch(() => undefined);
    if (known && Date.now() - known.mtimeMs > LEFT_BEHIND) await rm(path, { force: true });
  }
}
