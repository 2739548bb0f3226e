/** The record kind of an import as a whole, in the log. */
export const CONTENT_IMPORT = "content-import";

/** Where an import stands: its rows are being stored, beside the shop, in the shop, taken back, or put away. */
export type ContentImportState = "reading" | "staged" | "in" | "back" | "dropped";

/** Parts of a file that no import writes. */
export interface LeftOut {
  /** The settings that differ and take a factor to be changed. */
  settings: string[];
  /** How many numbers of orders and keys of requests an old file holds. */
  numbers: number;
}

/** Hours for which a file that was read in waits to be applied. */
export const WAITING_HOURS = 24;
