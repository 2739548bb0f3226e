/**
 * Parses CSV strictly by RFC 4180, like a foreign program that tolerates no error.
 *
 * @throws {Error} for a bare line feed or quotation mark, an unclosed quotation mark, a last line without a line end, or rows of
 * different lengths.
 */
export function strictCsv(file: string, separator = ","): string[][] {
  const text = file.replace(/^\u{FEFF}/u, "");
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, separator);
    row.push(cell);
    if (text.startsWith(separator, end)) {
      at = end + separator.length;
      // A separator at the end of a row is followed by an empty cell.
      continue;
    }
    if (!text.startsWith("\r\n", end))
      throw new Error(`Row ${rows.length + 1}: a cell ends in ${JSON.stringify(text.slice(end, end + 2))}`);
    rows.push(row);
    row = [];
    at = end + 2;
  }
  if (row.length > 0) throw new Error("The last row has no end.");
  const width = rows[0]?.length ?? 0;
  const odd = rows.findIndex(({ length }) => length !== width);
  if (odd >= 0) throw new Error(`Row ${odd + 1} has ${rows[odd]?.length} of ${width} cells.`);
  return rows;
}

interface ReadCell {
  cell: string;
  /** Index after the cell. */
  end: number;
}

function quotedCell(text: string, at: number): ReadCell {
  let cell = "";
  for (let from = at + 1; ;) {
    const end = text.indexOf('"', from);
    if (end < 0) throw new Error("A quotation mark is not closed.");
    cell += text.slice(from, end);
    if (text[end + 1] !== '"') return { cell, end: end + 1 };
    cell += '"';
    from = end + 2;
  }
}

function bareCell(text: string, at: number, separator: string): ReadCell {
  let end = at;
  while (end < text.length && !text.startsWith(separator, end) && !/["\r\n]/.test(text[end] ?? "")) end += 1;
  return { cell: text.slice(at, end), end };
}
