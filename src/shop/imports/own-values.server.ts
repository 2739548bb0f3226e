import type { StoredVariant } from "~/shop/catalog/editing/stored-goods.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import {
  type EditedVariantField,
  emptyValues,
  type InFile,
  namesInFile,
  type NamesOfKind,
  type PlainKind,
  productFields,
  type ValuesOf,
  variantFields,
} from "~/shop/catalog/product-fields";
import { lineFault } from "~/shop/visible-text";
import { asItStands } from "./as-it-stands";
import { type Read, sentencePart } from "./cell-values";
import { columnOf } from "./columns";
import type { Line } from "./mapped-row";
import { readBarcode } from "./read-barcode";
import { READ_BY_KIND } from "./read-by-kind";

/** Amounts that a variant takes from its product where it has none of its own. */
export type LevelName = NamesOfKind<typeof productFields, "amount"> & NamesOfKind<typeof variantFields, "amount">;
/** Fields of a variant that a row states for this variant alone. */
export type OwnName = Exclude<InFile<typeof variantFields> & EditedVariantField, LevelName>;
/** Values of a row; undefined where the file has none. */
export type OwnValues = { [Name in OwnName]: StoredVariant[Name] | undefined };

/** Names of the fields that a row states for its variant alone. */
export const ownNames: readonly OwnName[] = namesInFile(variantFields).filter(
  (name): name is OwnName => variantFields[name].kind !== "own" && !(name in productFields && isAmount(name)),
);
function isAmount(name: InFile<typeof variantFields>): boolean {
  return variantFields[name].kind === "amount";
}

/** Values of a new variant about which a file says nothing. */
export const noOwnValues: ValuesOf<typeof variantFields, OwnName> = emptyValues(variantFields, ownNames);

/** Reads the fields of a row; adds a problem for each that cannot be read. */
export const ownValuesIn = (line: Line): OwnValues =>
  Object.fromEntries(
    ownNames.map((name) => {
      const column = columnOf(variantFields, name);
      const text = line.leaves(column) ? undefined : line.says(column);
      if (text === undefined || name === "barcode") return [name, text];
      const { value, words } = checked(name, text);
      if (words !== undefined) line.problems.push({ field: column, words });
      return [name, value];
    }),
  ) as OwnValues;

/** Maximum number of characters of a code. */
const MOST_CODE = 64;

function checked(name: OwnName, text: string): Read<unknown> {
  const { kind } = variantFields[name];
  if (kind === "code") {
    const fault = text.length > MOST_CODE ? `Write at most ${MOST_CODE} characters.` : lineFault(text);
    return fault ? { words: sentencePart(fault) } : { value: text };
  }
  const read = READ_BY_KIND[kind as PlainKind](text);
  if (read.words !== undefined) return read;
  const { success, error } = variantRecord.fields[name]?.schema.safeParse(read.value) ?? { success: true };
  return success ? read : { words: sentencePart(error?.issues[0]?.message ?? "This cannot be read.") };
}

/** Values of a row for a variant: the stored ones where a spreadsheet may have reformatted the cells. */
export const asStored = (line: Line, said: OwnValues, stored: StoredVariant | undefined): OwnValues =>
  Object.fromEntries(
    ownNames.map((name) => {
      const [value, stands] = [said[name], stored?.[name]];
      if (name === "barcode") return [name, readBarcode(line, { said: said.barcode, stands: stored?.barcode })];
      if (typeof value !== "string") return [name, value];
      return [name, asItStands(line, columnOf(variantFields, name), { said: value, stands })];
    }),
  ) as OwnValues;
