import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** A lock on a file, held until it is released or its process ends for any reason. */
export interface FileLock {
  release(): void;
}

export type LockKind = "shared" | "exclusive";

const BUSY = 5;

/** Takes the lock; undefined while others hold a conflicting one. Exclusive locks conflict with all, shared ones with exclusive ones. */
export function tryLock(file: string, kind: LockKind): FileLock | undefined {
  // Node has no flock; SQLite takes the operating system's locks, which work across containers. Nothing is stored.
  const holder = new DatabaseSync(file);
  try {
    holder.exec("pragma journal_mode = memory");
    holder.exec(kind === "shared" ? "begin; select * from sqlite_master" : "begin exclusive");
    return { release: () => holder.isOpen && holder.close() };
  } catch (error) {
    holder.close();
    if (error instanceof Error && "errcode" in error && error.errcode === BUSY) return undefined;
    throw error;
  }
}

/** Waits for the lock for at most `patience` milliseconds; undefined when that was not enough. */
export async function lockWithin(patience: number, file: string, kind: LockKind): Promise<FileLock | undefined> {
  const deadline = Date.now() + patience;
  for (;;) {
    const lock = tryLock(file, kind);
    if (lock || Date.now() > deadline) return lock;
    await pause(20);
  }
}
