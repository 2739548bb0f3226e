import { textOfCell } from "~/platform/csv-cell";
import { type Fields, namesInFile, productFields, variantFields } from "~/shop/catalog/product-fields";
import type { Read } from "./cell-values";
import { columnOf, type FieldKey, type Mapping } from "./columns";
import type { Problem } from "./import";
import { importLimits } from "./import-limits";

/** A row of a file, with its cells available by field. */
export interface Line {
  row: number;
  /** Trimmed text of a field in the row; undefined if the file has no such column. */
  says(field: FieldKey): string | undefined;
  /** Whether the row clears a field: the cell contains the mark, or is empty in a file that always contains all stored values. */
  clears(field: FieldKey): boolean;
  /** Whether the cell is empty and keeps the stored value. */
  leaves(field: FieldKey): boolean;
  problems: Problem[];
}

/** Columns of a file and rules for its empty cells. */
interface FileReading {
  mapping: Mapping;
  /** Whether empty cells clear what is stored. */
  emptyClears: boolean;
  /** Number of columns in the file, if the rows were converted. */
  ownColumns?: number | null;
}

interface StoredRow {
  row: number;
  cells: string[];
  mended: Record<number, string>;
  ownCells?: number | null;
}

/** Text of a cell that clears the stored value, in any file. */
export const EMPTY_MARK = "(empty)";
const clearableColumns = <F extends Fields>(fields: F): ReadonlySet<FieldKey> =>
  new Set(namesInFile(fields).flatMap((name) => (fields[name]?.clearable ? [columnOf(fields, name) as FieldKey] : [])));
/** Columns of a product that a file may clear in the product's first row, and columns of a variant, in each row. */
const OF_FIRST_ROW = clearableColumns(productFields);
const OF_EACH_ROW = clearableColumns(variantFields);
const CLEARABLE = new Set([...OF_FIRST_ROW, ...OF_EACH_ROW]);

/**
 * Reads the rows of a file. A row's line is made each time anew, since it collects problems, but its cells are read once: `isFirst`
 * says whether the row is the first of its product, which contains the product's own texts.
 */
export function lineReader(reading: FileReading): (row: StoredRow) => (isFirst: boolean) => Line {
  const places = new Map(reading.mapping.flatMap((field, place) => (field ? [[field, place] as const] : [])));
  return (row) => {
    const texts: string[] = [];
    const written = (field: FieldKey): string | undefined => {
      const place = places.get(field);
      if (place === undefined) return undefined;
      return (texts[place] ??= textOfCell(row.mended[place] ?? row.cells[place] ?? "").trim());
    };
    return (isFirst) => lineOf(row, written, isFirst, reading);
  };
}

/**
 * Makes a row's cells available by field and checks their number. A row with another number of cells than the header was probably
 * truncated or split. Empty cells clear values only with `emptyClears`, that is in our own export; the texts of a product are
 * cleared only by its first row.
 */
function lineOf(
  { row, cells, mended, ownCells }: StoredRow,
  written: Line["says"],
  isFirst: boolean,
  { mapping, emptyClears, ownColumns }: FileReading,
): Line {
  const isMark = (field: FieldKey, text = "") =>
    text.length === EMPTY_MARK.length && CLEARABLE.has(field) && text.toLowerCase() === EMPTY_MARK;
  const says = (field: FieldKey) => {
    const text = written(field);
    return isMark(field, text) ? "" : text;
  };
  const mayClear = (field: FieldKey) => emptyClears && (OF_EACH_ROW.has(field) || (isFirst && OF_FIRST_ROW.has(field)));
  const clears = (field: FieldKey) => {
    const text = written(field);
    return isMark(field, text) || (text === "" && mayClear(field));
  };
  const leaves = (field: FieldKey) => written(field) === "" && !clears(field);
  const problems: Problem[] = [];
  const isWhole = Object.keys(mended).length > 0 || cells.length === mapping.length;
  const isTooLong = cells.slice(mapping.length).some((cell) => cell !== "");
  const isOdd = ownCells != null && Object.keys(mended).length === 0;
  if (isOdd || (!isWhole && (cells.length < mapping.length || isTooLong)))
    problems.push({
      field: mapping.find((field) => field !== null) ?? "handle",
      words: oddCells(ownCells ?? cells.length, ownColumns ?? mapping.length),
    });
  if (says("rowKind") === SWITCHED_OFF)
    problems.push({
      field: "rowKind",
      words: "is switched off in the other shop, so this size and color is left out; one that is here stays",
      isNote: true,
    });
  const words = says("pictureWords") ?? "";
  const isLong = (text: string) => text.length > importLimits.pictureWords;
  if (isLong(words) && wordsOfPictures(linesIn(says("picture")), words).some(isLong))
    problems.push({
      field: "pictureWords",
      words: `have more than ${importLimits.pictureWords} letters; the words that fit are taken`,
      isNote: true,
      isUnfit: true,
    });
  for (const field of ["picture", "pairPicture"] as const)
    if (linesIn(says(field)).some(isTooLongForPicture))
      problems.push({
        field,
        words: "is longer than any address, so it is left out; a picture is named by its address or file",
        isNote: true,
      });
  return { row, says, clears, leaves, problems };
}

const oddCells = (cells: number, columns: number): string =>
  cells < columns
    ? `the row has ${cells} of ${columns} cells; was the file cut off?`
    : `the row has ${cells} cells and the first line ${columns}; is a comma in a cell without quotation marks?`;

const isTooLongForPicture = (source: string): boolean =>
  source.length > importLimits.pictureSource ||
  // A character has at most three bytes for each of its UTF-16 units.
  (source.length * 3 > importLimits.pictureSourceBytes &&
    new TextEncoder().encode(source).length > importLimits.pictureSourceBytes);
/** Splits a cell into lines, and splits URLs that are separated by commas. */
export const linesIn = (text = ""): string[] =>
  text
    .split(/\n|,\s*(?=https?:\/\/)/)
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * Words of pictures that a row names, in their order: each has its own line if there are as many lines as pictures; otherwise the
 * whole cell is about each of them.
 */
export function wordsOfPictures(sources: string[], words: string): string[] {
  const lines = words.split("\n").map((line) => line.trim());
  return sources.length > 1 && lines.length === sources.length ? lines : [words, ...sources.slice(1).map(() => words)];
}

/** Pictures that a row names: those of the product, then those of its color and size. */
export const picturesIn = (line: Line, fields: readonly FieldKey[] = ["picture", "pairPicture"]): string[] =>
  fields.flatMap((field) => linesIn(line.says(field)).filter((source) => !isTooLongForPicture(source)));

/** Adds the message or the note of a cell that was read to the problems of its row. */
export function noteRead(line: Line, field: FieldKey, { words, note, ...read }: Read<unknown>): void {
  if (words !== undefined) {
    const asks = "asks" in read ? read.asks : undefined;
    line.problems.push({ field, words, ...(asks && { asks }) });
  } else if (note !== undefined)
    line.problems.push({
      field,
      words: note,
      isNote: true,
      ...("isUnfit" in read && read.isUnfit && { isUnfit: true }),
    });
}

/** Names of gift cards as a type or as the last part of a category: Shopify's, and the usual ones of other shops. */
const GIFT_CARD = /^gift (cards?|certificates?|vouchers?)( (&|and) gift certificates?| (&|and) certificates?)?$/i;
const YES = /^(yes|y|true|1)$/i;

/** Whether rows of one product are about a gift card, by their column of gift cards, or by product category or type. */
export const isGiftCard = (lines: Line[]): boolean =>
  lines.some((line) => {
    const kinds = [line.says("productCategory"), line.says("category")].map(
      (kind = "") => kind.split(">").at(-1) ?? "",
    );
    return YES.test(line.says("giftCard") ?? "") || kinds.some((kind) => GIFT_CARD.test(kind.trim()));
  });

/** Whether the row can be imported: it has no problems, only notes. */
export const isGood = ({ problems }: Line): boolean => problems.every(({ isNote }) => isNote);

/** Kind of a row that contains only texts of a product. */
export const ABOUT_PRODUCT = "product";
/** Kind of a variant's row. It is in the last column of our own export, so a row without it was truncated. */
export const OF_VARIANT = "variant";
export const OF_PICTURE = "picture";
/** Kind of a row for a variant that the other shop does not sell. */
export const SWITCHED_OFF = "switched off";

/** Whether a row describes a variant; other rows only add a picture or text to a product. */
export function isOfVariant(line: Line, isFirst: boolean): boolean {
  if ([ABOUT_PRODUCT, OF_PICTURE, SWITCHED_OFF].includes(line.says("rowKind") ?? "")) return false;
  if (isFirst) return true;
  const fields: FieldKey[] = ["option1", "option2", "option3", "color", "size", "sku", "barcode", "price", "stock"];
  return fields.some((field) => (line.says(field) ?? "") !== "") || (line.says("picture") ?? "") === "";
}
