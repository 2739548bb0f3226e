import { limits } from "~/shop/limits";
import { linesOfPasted } from "~/shop/pasted-text";
import { lineFault } from "~/shop/visible-text";

/** Maximum number of lines of a delivery. */
export const MOST_LINES = 1_000;
/** Maximum number of pieces of a variant in one form. */
export const MOST_PIECES = 100_000;

/**
 * A line of a delivery: a SKU, the number of pieces, and in `choice` words that select one of the SKU's variants; or an error.
 */
export type DeliveryLine = { text: string } & ({ sku: string; choice?: string[]; pieces: number } | { error: string });

/**
 * Parses lines such as "IM-A-GLG-BLK-L, 12", or "IM-TEE, Black, M, 12" for a shared SKU. Values may be separated by commas,
 * semicolons, tabs or spaces, and quoted. Header and empty lines are skipped.
 */
export function deliveryLines(pasted: string): DeliveryLine[] {
  const lines = linesOfPasted(pasted)
    .map((text) => text.trim())
    .filter(Boolean);
  const [head, ...rest] = lines;
  return (head !== undefined && isHead(head) ? rest : lines).map(deliveryLine);
}

const isHead = (line: string): boolean => /^"?sku"?\b/i.test(line) && !/\d\s*"?$/.test(line);

function deliveryLine(text: string): DeliveryLine {
  if (text.length > limits.text.pastedLine) return { text, error: "Write a SKU, a comma and how many pieces." };
  const { sku, choice, number } = partsOf(text);
  if (!sku) return { text, error: "Write a SKU, a comma and how many pieces." };
  const fault = sku.length > limits.text.name ? "This is longer than any SKU." : lineFault(sku);
  if (fault) return { text, error: fault };
  const pieces = Number(number);
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > MOST_PIECES)
    return { text, error: `Write a whole number of pieces from 1 to ${MOST_PIECES.toLocaleString("en-US")}.` };
  return { text, sku, ...(choice.length > 0 && { choice }), pieces };
}

function partsOf(text: string): { sku: string; choice: string[]; number: string } {
  const cells = text.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const [first = "", last = ""] = [cells[0], cells.at(-1)];
  if (cells.length > 2 && /^-?\d[\d.]*$/.test(last))
    return { sku: first, choice: cells.slice(1, -1).filter(Boolean), number: last };
  const [, sku = "", number = ""] = /^"?([^",;\t]+?)"?(?:\s*[,;\t]\s*|\s+)"?(-?\d[\d.]*)"?$/.exec(text) ?? [];
  return { sku, choice: [], number };
}
