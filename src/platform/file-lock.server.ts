import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** Lock on a file; it ends when it is released or its process ends. */
export interface FileLock {
  release(): void;
}

export type LockKind = "shared" | "exclusive";

const BUSY = 5;

/**
 * Takes the lock; undefined if another process has it. An exclusive lock excludes all others, a shared lock only exclusive ones.
 */
export function tryLock(file: string, kind: LockKind): FileLock | undefined {
  // Node has no flock. SQLite uses locks of the operating system, which also work between containers; nothing is stored.
  const holder = opened(file);
  try {
    holder.exec("pragma journal_mode = memory");
    holder.exec(kind === "shared" ? "begin; select * from sqlite_master" : "begin exclusive");
    return { release: () => holder.isOpen && holder.close() };
  } catch (error) {
    holder.close();
    if (error instanceof Error && "errcode" in error && error.errcode === BUSY) return undefined;
    throw named(file, error);
  }
}

function opened(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw named(file, error);
  }
}

/** Adds the file's path to an error of SQLite, which does not contain it. */
const named = (path: string, error: unknown): unknown =>
  error instanceof Error ? Object.assign(error, { path }) : error;

/** Waits for the lock for at most `patience` milliseconds; undefined if it is not free by then. */
export async function lockWithin(patience: number, file: string, kind: LockKind): Promise<FileLock | undefined> {
  const deadline = Date.now() + patience;
  for (;;) {
    const lock = tryLock(file, kind);
    if (lock || Date.now() > deadline) return lock;
    await pause(20);
  }
}
