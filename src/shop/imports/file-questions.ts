import { textOfCell } from "~/platform/csv-cell";
import { formatCents } from "~/shop/money";
import { type NumberReading, otherCurrencyIn, readAmount, readWeight, readWhole } from "./cell-values";
import type { FileQuestion } from "./import";
import { type FieldKey, FIELDS, type Mapping } from "./columns";

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

interface AskedCell {
  asks: FileQuestion;
  field: FieldKey;
  count: number;
  example: { row: number; name: string; cells: string[]; mended: Record<number, string> };
}

/** Puts an open question with its first row as an example. */
export function shownQuestion(
  { asks, field, count, example }: AskedCell,
  { headers, mapping }: { headers: string[]; mapping: Mapping },
): ShownQuestion {
  const cell = (key: FieldKey) => {
    const place = mapping.indexOf(key);
    return textOfCell(example.mended[place] ?? example.cells[place] ?? "").trim();
  };
  const [text, heading] = [cell(field), headers[mapping.indexOf(field)] ?? ""];
  return {
    asks,
    count,
    row: example.row,
    name: example.name,
    column: FIELDS[field].label,
    text,
    currency: asks === "money" ? (otherCurrencyIn(text) ?? (cell("currency") || otherCurrencyIn(heading) || "")) : "",
    asPoint: readAs(field, text, { decimal: "point", otherMoney: "dollars" }, heading),
    asComma: readAs(field, text, { decimal: "comma", otherMoney: "dollars" }, heading),
  };
}

function readAs(field: FieldKey, text: string, reading: NumberReading, heading: string): string {
  if (field === "weight") {
    const { value } = readWeight(text, { ...reading, unit: /^[^(]*\((.*)\)/.exec(heading)?.[1] });
    return value === undefined ? NOTHING : `${(value ?? 0).toLocaleString("en-US")} grams`;
  }
  if (field === "stock" || field === "exportedStock" || field === "lowMark") {
    const { value } = readWhole(text, "it", Number.MAX_SAFE_INTEGER, reading);
    return value === undefined ? NOTHING : (value ?? 0).toLocaleString("en-US");
  }
  const { value } = readAmount(text, reading);
  return value == null ? NOTHING : formatCents(value);
}

const NOTHING = "no number";

/** Question as a sentence: "Row 2, Price: is 1.250 $1.25 or $1,250.00?". */
export function questionWords({ asks, row, name, column, text, currency, asPoint, asComma }: ShownQuestion): string {
  const where = `Row ${row}${name && ` (${name})`}, ${column}`;
  return asks === "decimal"
    ? `${where}: does ${text} mean ${asPoint} or ${asComma}?`
    : `${where}: ${text} is ${currency || "no US dollars"}, and this shop sells in US dollars.`;
}
