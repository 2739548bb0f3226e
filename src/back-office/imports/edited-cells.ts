/** Name of the form field of a cell. */
export const cellName = (row: number, column: number): string => `cell-${row}-${column}`;
export const saidName = (row: number, column: number): string => `said-${row}-${column}`;

/** A text as forms send it: with LF as its line breaks, whatever the browser or the file had. */
const withLf = (text: string): string => text.replace(/\r\n?/g, "\n");

/** Returns the cells of a form whose text was changed. */
export const mendedIn = (values: Record<string, string>): { row: number; column: number; text: string }[] =>
  Object.entries(values).flatMap(([name, text]) => {
    const [, row = "", column = ""] = /^cell-(\d{1,7})-(\d{1,3})$/.exec(name) ?? [];
    if (row === "" || withLf(text) === withLf(values[saidName(Number(row), Number(column))] ?? "")) return [];
    return [{ row: Number(row), column: Number(column), text: withLf(text) }];
  });
