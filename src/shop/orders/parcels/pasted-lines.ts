import { limits } from "~/shop/limits";
import { linesOfPasted } from "~/shop/pasted-text";

/** Pasted line, divided into the texts of the order number and the tracking number. */
export interface PastedLine {
  /** Line number in the field, counted from 1. */
  line: number;
  text: string;
  order: string;
  tracking: string;
}

/** Maximum number of lines at a time. */
export const MOST_LINES = 200;

/**
 * Parses pasted text: an order number, then its tracking number, separated by tab, comma, semicolon, vertical bar or spaces.
 * Skips empty lines and a header without digits.
 */
export function pastedLines(text: string): PastedLine[] {
  const lines = linesOfPasted(text)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
  return lines
    .filter((line, index) => index > 0 || /\d/.test(line.text))
    .map((line) => ({ ...line, ...parts(line.text) }));
}

/**
 * Patterns that divide a line, in order of preference: at a separator, after eight digits, at two or more spaces, or after any
 * other number.
 */
const SHAPES = [
  /^(?<order>[^\t,;|]*?)\s*[\t,;|]\s*(?<tracking>.*)$/,
  /^(?<order>#?\s*\d{4}[\s-]?\d{4})\s+(?<tracking>\S.*)$/,
  /^(?<order>\S.*?)\s{2,}(?<tracking>\S.*)$/,
  /^(?<order>#?\s*[\d-]+(?:\s\d{1,4})?)\s+(?<tracking>\S.*)$/,
];

function parts(text: string): { order: string; tracking: string } {
  if (text.length > limits.text.pastedLine) return { order: text, tracking: "" };
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

/** Whether a text has the form of a tracking number. */
export const isTracking = (text: string): boolean => /^[A-Z0-9-]{6,40}$/.test(text);

/** Pattern of a line with only an order number. */
const NUMBER_ALONE = /^#?\s*\d{4}[\s-]?\d{4}$/;

const digitsOf = (order: string): string => order.replace(/\D/g, "");

/**
 * New text of the field after two columns were pasted: they replace lines without tracking numbers and lines of the same orders.
 * Null if the pasted text is not two columns.
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
