import { stringify } from "csv-stringify/sync";

/** A value of a row: a number stays one in a spreadsheet, text stays text. */
export type Cell = string | number | null;

/** Characters that spreadsheets read as the beginning of a formula, in either width; the writer's library guards the same ones. */
const FORMULA = "[=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20]";
const GUARDED = new RegExp(`^'+${FORMULA}`);

interface Written {
  /** Character between the cells. */
  separator?: string;
}

/**
 * Rows as CSV (RFC 4180), the only way in which the shop writes it. Text that begins like a formula gets an apostrophe before it, so
 * that no spreadsheet runs it, and so does text that would be taken for such a cell; `textOfCell` takes it back.
 */
export const csvRows = (rows: readonly (readonly Cell[])[], { separator = "," }: Written = {}): string =>
  stringify(rows as Cell[][], {
    delimiter: separator,
    record_delimiter: "\r\n",
    // A bare line end splits a row as well for whoever reads line by line.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { string: (text) => (GUARDED.test(text) ? `'${text}` : text) },
  });

/** A whole file, or with its first rows the beginning of one: Excel reads UTF-8 only where the file says so. */
export const csvFile = (heads: readonly string[], rows: readonly (readonly Cell[])[] = [], written?: Written): string =>
  `\u{FEFF}${csvRows([heads, ...rows], written)}`;

/** The text of a cell that `csvRows` wrote. */
export const textOfCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
