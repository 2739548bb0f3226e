// Folder for temporary files of tests, in memory if enough is free: each of some 270 test files copies a database of 950 files,
// and on a busy disk a copy takes five times as long.
import fs from "node:fs";
import { tmpdir } from "node:os";

/** Folder of Linux's file system in memory; in containers it is often limited to 64 MB. */
const IN_MEMORY = "/dev/shm";
/** Bytes that must be free in memory: 4 GiB; a whole test run needs less than 1 GiB. */
const ROOM = 4 * 2 ** 30;

/** Sets `TMPDIR`, unless it is set, to the folder in memory if enough is free there; returns the folder for temporary files. */
export function memoryFolder() {
  if (process.env.TMPDIR === undefined && freeBytes(IN_MEMORY) >= ROOM) process.env.TMPDIR = IN_MEMORY;
  return tmpdir();
}

function freeBytes(folder) {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Windows and macOS do not have the folder; older versions of Node do not have `statfsSync`.
    return 0;
  }
}
