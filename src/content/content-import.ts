/** Record kind of an import as a whole, in the log. */
export const CONTENT_IMPORT = "content-import";

/** State of an import: rows are being stored, stored beside the shop, applied, taken back, or dropped. */
export type ContentImportState = "reading" | "staged" | "in" | "back" | "dropped";

/** Parts of a file that an import does not write. */
export interface LeftOut {
  /** Settings that differ, and need a factor to be changed. */
  settings: string[];
  /** Number of order numbers and request keys in an old file. */
  numbers: number;
}

/** Hours for which an import waits to be applied. */
export const WAITING_HOURS = 24;
