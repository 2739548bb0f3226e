/** What a spreadsheet would take for a formula, unless it is a number. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** The beginning of a file that spreadsheets read as UTF-8. */
export const CSV_START = "\uFEFF";

/** One line of a CSV file. A text that begins like a formula gets an apostrophe before it, so that no spreadsheet runs it. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(",")}\r\n`;

function cellOf(cell: string | number | null): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
