/** One line of what was pasted: what stands in it for the order, and for the tracking number. */
export interface PastedLine {
  /** Counted from one, as they stand in the field. */
  line: number;
  text: string;
  order: string;
  tracking: string;
}

/** So many lines are taken at once. */
export const MOST_LINES = 200;

/**
 * Reads pasted text line by line: an order's number, then its tracking number, with a tab, a comma, a semicolon or spaces between them.
 * Empty lines are left out, and so is a first line without any digit: the heads of columns.
 */
export function pastedLines(text: string): PastedLine[] {
  const lines = text
    .replaceAll("\0", "")
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
  return lines
    .filter((line, index) => index > 0 || /\d/.test(line.text))
    .map((line) => ({ ...line, ...parts(line.text) }));
}

/** Between the columns of a spreadsheet, then between a whole number and the rest, then where most space is. */
const SHAPES = [
  /^(?<order>[^\t,;|]*?)\s*[\t,;|]\s*(?<tracking>.*)$/,
  /^(?<order>#?\s*\d{4}[\s-]?\d{4})\s+(?<tracking>\S.*)$/,
  /^(?<order>\S.*?)\s{2,}(?<tracking>\S.*)$/,
  /^(?<order>#?\s*[\d-]+(?:\s\d{1,4})?)\s+(?<tracking>\S.*)$/,
];

/** No number with its tracking number is longer, and a line without an end takes no time to be read. */
const LONGEST_LINE = 300;

function parts(text: string): { order: string; tracking: string } {
  if (text.length > LONGEST_LINE) return { order: text, tracking: "" };
  for (const shape of SHAPES) {
    const { order, tracking } = shape.exec(text)?.groups ?? {};
    if (order !== undefined && tracking !== undefined)
      return { order: unquoted(order), tracking: unquoted(tracking).replace(/\s/g, "").toUpperCase() };
  }
  return { order: unquoted(text), tracking: "" };
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();

/** Whether it may be the number of a parcel. */
export const isTracking = (text: string): boolean => /^[A-Z0-9-]{6,40}$/.test(text);

/** A line with nothing but an order's number in it. */
const NUMBER_ALONE = /^#?\s*\d{4}[\s-]?\d{4}$/;

const digitsOf = (order: string): string => order.replace(/\D/g, "");

/**
 * The list after two columns were pasted into it: they replace each line that has no tracking number, and those of the same orders. Null
 * where the pasted text is no two columns.
 */
export function linesAfterPaste(list: string, pasted: string): string | null {
  const columns = pastedLines(pasted);
  const isWhole = ({ text, order, tracking }: PastedLine) =>
    tracking !== "" && digitsOf(order) !== "" && !NUMBER_ALONE.test(text);
  if (columns.length === 0 || !columns.every(isWhole)) return null;
  const orders = new Set(columns.map(({ order }) => digitsOf(order)));
  const kept = pastedLines(list).filter((line) => isWhole(line) && !orders.has(digitsOf(line.order)));
  return [...kept, ...columns].map(({ text }) => text).join("\n");
}
