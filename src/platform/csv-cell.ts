/** Characters at the beginning of a formula in spreadsheets, including their full-width forms. */
const FORMULA = "[=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20]";
/**
 * Texts that have an apostrophe before them in a file: those that begin like a formula, and those in which a formula follows a
 * semicolon or a tab, at which spreadsheets of some countries separate cells. Apostrophes at the beginning make no difference, so
 * that `textOfCell` knows which one was added.
 */
export const GUARDED = new RegExp(`^'*${FORMULA}|[;\\t]${FORMULA}`);

/** Converts a cell written by `csvRows` back to its text. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && GUARDED.test(cell.slice(1)) ? cell.slice(1) : cell;
