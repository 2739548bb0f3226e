import { isDiskFull } from "./disk-full";

/** Error codes of Node for a disk that is mounted read-only, and for a user who may not use a file. */
const READ_ONLY = ["EROFS"];
const NOT_ALLOWED = ["EACCES", "EPERM"];
/** Result codes of SQLite, whose locks the shop takes: a file that may not be written, a full disk, a file that may not be opened. */
const SQLITE_READ_ONLY = 8;
const SQLITE_FULL = 13;
const SQLITE_NOT_OPENED = 14;

/**
 * Line for the operator about a full disk, a read-only one, or a file that this process may not use; undefined for other errors.
 */
export function diskFaultWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", path, errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number };
  // SQLite has the kind of a failure in the lowest byte of its code.
  const kind = errcode & 0xff;
  if (isDiskFull(error) || kind === SQLITE_FULL) return DISK_IS_FULL;
  if (READ_ONLY.includes(code) || kind === SQLITE_READ_ONLY) return readOnlyWords(path);
  if (NOT_ALLOWED.includes(code) || kind === SQLITE_NOT_OPENED)
    return `${path ?? "A file"} cannot be written or read: the user of this process may not (${code || "no right"}). Give that user the right to it; DATA_DIR names the shop's folder.`;
  return undefined;
}

/** Line about a full disk. */
export const DISK_IS_FULL = "The disk is full. Free some room, then try again.";

/** Line about a file or folder on a read-only disk. */
export const readOnlyWords = (path: string | undefined): string =>
  `${path ?? "The data folder"} cannot be written: its disk is read-only. Mount it for writing; DATA_DIR names the shop's folder.`;
