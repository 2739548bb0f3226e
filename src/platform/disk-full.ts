/** Error codes for a full disk, an exceeded quota, and a full disk of the database. */
const CODES = ["ENOSPC", "EDQUOT", "53100"];
/** Maximum number of nested causes that are checked. */
const DEPTH = 5;

/** Whether an error, or one of its causes, says that the disk of this machine or of the database is full. */
export function isDiskFull(error: unknown, depth = DEPTH): boolean {
  if (!(error instanceof Error) || depth === 0) return false;
  if ("code" in error && CODES.includes(String(error.code))) return true;
  if (error instanceof AggregateError) return error.errors.some((each) => isDiskFull(each, depth - 1));
  return isDiskFull(error.cause, depth - 1);
}

/** Message for members. */
export const DISK_FULL =
  "The shop's disk is full. Nothing was kept. Tell whoever looks after the machine, then try again.";
