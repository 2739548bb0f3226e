import { DISK_FULL } from "~/platform/disk-full";
import { importLimits } from "./import-limits";

const SAVE_AS = "In your spreadsheet, save the table as CSV and choose that file.";

const WORDS = {
  empty: () => "The file is empty.",
  workbook: () => `This is a workbook, not a CSV file. ${SAVE_AS}`,
  "no-table": () => `This is no CSV file. ${SAVE_AS}`,
  orders: () =>
    "This is a file of orders, and only products are read in. In the other shop, export its products and choose that file.",
  template: () =>
    "The first row of the file is that of one of Amazon's templates, and the names of its columns stand in the third. Take out the first two rows and choose it again, or export the report All Listings.",
  "no-columns": () => "The first line of the file names no columns.",
  "many-columns": () => "The file has too many columns.",
  "no-rows": () => "The file has a first line, and no row below it.",
  "many-rows": () => `The file has more than ${importLimits.rows.toLocaleString("en-US")} rows. Split it.`,
  "cut-off": (row: number) =>
    `The file ends in the middle of row ${row}: it was cut off, or a quotation mark there is not closed. Export it again.`,
  "long-row": (row: number) => `Row ${row} is longer than any product: a quotation mark in it is probably not closed.`,
  "long-cell": (row: number) => `Row ${row} has a cell that is longer than any text of a product.`,
  quote: (row: number) => `Row ${row} cannot be read: a quotation mark inside a cell has to be written twice.`,
  busy: () => "Another file is being read right now. Try again in a minute.",
  large: () => "The file is larger than 200 MB. Split it.",
  none: () => "Choose a file first.",
  disk: () => DISK_FULL,
} satisfies Record<string, (row: number) => string>;

/** Keys of the reasons why a file cannot be read. */
export type Unreadable = keyof typeof WORDS;

/** Message with the reason why a file cannot be read, and what to do. */
export const unreadableWords = (why: Unreadable, row: number): string => WORDS[why](row);

export const isUnreadable = (text: string): text is Unreadable => Object.hasOwn(WORDS, text);
