/** Record kind in the log for an import as a whole. */
export const CONTENT_IMPORT = "content-import";

/** State of an import: its rows are being read, are stored beside the shop, applied (`in`), taken back, or deleted. */
export type ContentImportState = "reading" | "staged" | "in" | "back" | "dropped";

/** Parts of a file that an import does not write. */
export interface LeftOut {
  /** Names of settings that differ and are not imported, because changing them needs a second factor. */
  settings: string[];
  /** Number of order numbers and request keys in a file of version 1. */
  numbers: number;
}

/** Hours for which an import can be applied; then it is deleted. */
export const WAITING_HOURS = 24;
