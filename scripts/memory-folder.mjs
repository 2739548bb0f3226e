// Folder for temporary files of tests: in memory where the system has room there. Each of some 270 test files copies a database of 950 files,
// and on a disk that is in use a copy takes five times as long.
import fs from "node:fs";
import { tmpdir } from "node:os";

/** A file system in memory that any Linux has; containers often give it 64 MB. */
const IN_MEMORY = "/dev/shm";
/** Free bytes from which it is used: a whole run takes less than one. */
const ROOM = 4 * 2 ** 30;

/** Has this process and its children put temporary files there. A `TMPDIR` of one's own is kept. */
export function memoryFolder() {
  if (process.env.TMPDIR === undefined && freeBytes(IN_MEMORY) >= ROOM) process.env.TMPDIR = IN_MEMORY;
  return tmpdir();
}

function freeBytes(folder) {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Windows and macOS lack the folder, an older Node the call.
    return 0;
  }
}
