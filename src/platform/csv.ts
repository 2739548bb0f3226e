import { stringify } from "csv-stringify/sync";

/** A value of a row: numbers are written as numbers, texts as texts. */
export type Cell = string | number | null;

/** Characters that begin a formula in spreadsheets, also in full width; csv-stringify escapes the same ones. */
const FORMULA = "[=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20]";
const GUARDED = new RegExp(`^'+${FORMULA}`);

interface Written {
  /** Separator of the cells. */
  separator?: string;
}

/**
 * Rows as CSV (RFC 4180); all CSV of the shop is written here. Text that begins like a formula gets an apostrophe, so that spreadsheets do
 * not run it, and so does text that already begins with one; `textOfCell` removes it.
 */
export const csvRows = (rows: readonly (readonly Cell[])[], { separator = "," }: Written = {}): string =>
  stringify(rows as Cell[][], {
    delimiter: separator,
    record_delimiter: "\r\n",
    // A lone line feed or carriage return is quoted, too, for readers that split at either.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { string: (text) => (GUARDED.test(text) ? `'${text}` : text) },
  });

/** A file, or its beginning with the first rows. Starts with a byte order mark, without which Excel does not read UTF-8. */
export const csvFile = (heads: readonly string[], rows: readonly (readonly Cell[])[] = [], written?: Written): string =>
  `\u{FEFF}${csvRows([heads, ...rows], written)}`;

/** Text of a cell written by `csvRows`. */
export const textOfCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
