import { stringify } from "csv-stringify/sync";

/** A cell's value: numbers are written as numbers, texts as texts, null as an empty cell. */
export type Cell = string | number | null;

/**
 * Characters at the beginning of a formula in spreadsheets, including their full-width forms; csv-stringify escapes the same
 * ones.
 */
const FORMULA = "[=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20]";
const GUARDED = new RegExp(`^'+${FORMULA}`);

interface Written {
  /** Separator of the cells. */
  separator?: string;
}

/**
 * Formats rows as CSV (RFC 4180); all CSV of the shop is written by this function. Text that begins like a formula gets an
 * apostrophe before it, so that spreadsheets do not run it, and so does text that has only apostrophes before such a beginning.
 * `textOfCell` removes the apostrophe.
 */
export const csvRows = (rows: readonly (readonly Cell[])[], { separator = "," }: Written = {}): string =>
  stringify(rows as Cell[][], {
    delimiter: separator,
    record_delimiter: "\r\n",
    // Cells with a single line feed or carriage return are quoted too, for readers that end a row at either.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { string: (text) => (GUARDED.test(text) ? `'${text}` : text) },
  });

/**
 * Formats a CSV file, or its beginning with the first rows. It starts with a byte order mark, without which Excel does not read
 * UTF-8.
 */
export const csvFile = (heads: readonly string[], rows: readonly (readonly Cell[])[] = [], written?: Written): string =>
  `\u{FEFF}${csvRows([heads, ...rows], written)}`;

/** Converts a cell written by `csvRows` back to its text. */
export const textOfCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
