/** A value as a spreadsheet reads it. */
export type Cell = string | number;

/** Text that a spreadsheet would take for a formula begins with an apostrophe instead; a number stays one. */
export const safeCell = (cell: Cell): Cell =>
  typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
