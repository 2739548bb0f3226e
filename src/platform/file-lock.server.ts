import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** A lock on a file, held until it is released or its process ends, however that happens. */
export interface FileLock {
  release(): void;
}

export type LockKind = "shared" | "exclusive";

const BUSY = 5;

/** The lock, or nothing while others hold one that excludes it: an exclusive one excludes all, a shared one the exclusive. */
export function tryLock(file: string, kind: LockKind): FileLock | undefined {
  // Node has no flock: SQLite takes the operating system's locks, which also reach into other containers. Nothing is stored.
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

/** The lock as soon as others let it go; nothing when that takes longer than `patience` milliseconds. */
export async function lockWithin(patience: number, file: string, kind: LockKind): Promise<FileLock | undefined> {
  const deadline = Date.now() + patience;
  for (;;) {
    const lock = tryLock(file, kind);
    if (lock || Date.now() > deadline) return lock;
    await pause(20);
  }
}
