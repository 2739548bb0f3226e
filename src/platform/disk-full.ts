/** Codes of a disk without room: of this machine, of a quota, of the database. */
const CODES = ["ENOSPC", "EDQUOT", "53100"];
/** Longest chain of causes that is looked through. */
const DEPTH = 5;

/** Whether an error, or what caused it, is a disk without room: of this machine, or of the database's. */
export function isDiskFull(error: unknown, depth = DEPTH): boolean {
  if (!(error instanceof Error) || depth === 0) return false;
  if ("code" in error && CODES.includes(String(error.code))) return true;
  if (error instanceof AggregateError) return error.errors.some((each) => isDiskFull(each, depth - 1));
  return isDiskFull(error.cause, depth - 1);
}

/** Words for whoever works in the back office. */
export const DISK_FULL =
  "The shop's disk is full. Nothing was kept. Tell whoever looks after the machine, then try again.";
