import { textOfCell } from "~/platform/csv-cell";
import { formatCents } from "~/shop/money";
import { type NumberReading, otherCurrencyIn, readAmount, readWeight, readWhole } from "./cell-values";
import type { FileQuestion } from "./import";
import { type FieldKey, FIELDS, type Mapping } from "./columns";
import { NO_NUMBER, type ShownQuestion } from "./import-words";

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
    return value === undefined ? NO_NUMBER : `${(value ?? 0).toLocaleString("en-US")} grams`;
  }
  if (field === "stock" || field === "exportedStock" || field === "lowMark") {
    const { value } = readWhole(text, "it", Number.MAX_SAFE_INTEGER, reading);
    return value === undefined ? NO_NUMBER : (value ?? 0).toLocaleString("en-US");
  }
  const { value } = readAmount(text, reading);
  return value == null ? NO_NUMBER : formatCents(value);
}
