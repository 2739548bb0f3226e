// Folder for temporary files of tests: in memory where the system has room there. Each of some 270 test files copies a database of 950 files,
// and on a disk that is in use a copy takes five times as long.
import fs from "node:fs";
import { tmpdir } from "node:os";

/** A file system in memory that any Linux has; containers often give it 64 MB. */
const IN_MEMORY = "/dev/shm";
/** Bytes that must be free there, 4 GiB; the files of a whole test run take less than 1 GiB. */
const ROOM = 4 * 2 ** 30;

/** Sets `TMPDIR` of this process and its children to the folder in memory, unless it is set already; returns the folder in use. */
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
