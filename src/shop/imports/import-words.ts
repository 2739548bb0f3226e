// Words about a file to import that its page makes in the browser, apart from the columns, whose synonyms only the server needs.
import type { FileQuestion } from "./import";

/** Reading of a cell that is no number by an answer. */
export const NO_NUMBER = "no number";

/** Question about a whole file, with the row that asks it first and what each answer makes of its cell. */
export interface ShownQuestion {
  asks: FileQuestion;
  /** Rows that wait for the answer. */
  count: number;
  row: number;
  name: string;
  column: string;
  text: string;
  /** Currency of the cell; empty for the question about decimals. */
  currency: string;
  /** The cell with a decimal point, and with a decimal comma; for amounts in another currency as dollars. */
  asPoint: string;
  asComma: string;
}

/** Question as a sentence: "Row 2, Price: does 1.250 mean $1.25 or $1,250.00?". */
export function questionWords({ asks, row, name, column, text, currency, asPoint, asComma }: ShownQuestion): string {
  const where = `Row ${row}${name && ` (${name})`}, ${column}`;
  return asks === "decimal"
    ? [asPoint, asComma].includes(NO_NUMBER)
      ? `${where}: is ${text} ${asPoint === NO_NUMBER ? asComma : asPoint}?`
      : `${where}: does ${text} mean ${asPoint} or ${asComma}?`
    : `${where}: ${text} is ${currency || "no US dollars"}, and this shop sells in US dollars.`;
}

/** Words about gift cards of a file, which become no products. */
export const giftCardWords = (count: number): string =>
  `${count === 1 ? "1 gift card is" : `${count.toLocaleString("en-US")} gift cards are`} left out, since this shop sells none`;
