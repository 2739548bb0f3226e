import { stringify } from "csv-stringify/sync";
import { GUARDED } from "./csv-cell";

/** A cell's value: numbers are written as numbers, texts as texts, null as an empty cell. */
export type Cell = string | number | null;

interface Written {
  /** Separator of the cells. */
  separator?: string;
}

/**
 * Formats rows as CSV (RFC 4180); all CSV of the shop is written by this function. A text that is or contains what a spreadsheet
 * runs as a formula gets an apostrophe before it (`GUARDED`), which `textOfCell` removes. Cells with a semicolon or a tab are
 * quoted.
 */
export const csvRows = (rows: readonly (readonly Cell[])[], { separator = "," }: Written = {}): string =>
  stringify(rows as Cell[][], {
    delimiter: separator,
    record_delimiter: "\r\n",
    // Cells with a single line feed or carriage return are quoted too, for readers that end a row at either.
    quote_record_delimiter: true,
    quoted_match: /[;\t]/,
    cast: { string: (text) => (GUARDED.test(text) ? `'${text}` : text) },
  });

/**
 * Formats a CSV file, or its beginning with the first rows. It starts with a byte order mark, without which Excel does not read
 * UTF-8.
 */
export const csvFile = (heads: readonly string[], rows: readonly (readonly Cell[])[] = [], written?: Written): string =>
  `\u{FEFF}${csvRows([heads, ...rows], written)}`;
