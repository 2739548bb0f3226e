import type { FieldValues } from "~/shop/audit/saving";
import { productRecord, searchLetters } from "~/shop/catalog/editing/product-record.server";
import type { KnownCategory, StoredGoods } from "~/shop/catalog/editing/stored-goods.server";
import { plainText } from "~/platform/html.server";
import { hasHtml, hasTag } from "~/platform/html-tag";
import { folded, isSameFolded } from "~/shop/folded-text";
import { beginningOfWords } from "~/shop/visible-text";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import {
  type EditedProductField,
  type InFile,
  namesOfKind,
  type NamesOfKind,
  namesWhere,
  type PlainKind,
  productFields,
} from "~/shop/catalog/product-fields";
import {
  type NumberReading,
  type Read,
  readStatus,
  readWeight,
  readWhole,
  readWord,
  readYes,
  sentencePart,
} from "./cell-values";
import { asItStands } from "./as-it-stands";
import { isNoCategory } from "./category-cells";
import { columnOf, type FieldKey, FIELDS } from "./columns";
import type { StockReading } from "./first-level";
import { isGood, type Line, noteRead } from "./mapped-row";
import { READ_BY_KIND } from "./read-by-kind";
import type { VariantReading } from "./read-variants.server";
import type { SkuRows } from "./row-groups.server";
import { mayBecome } from "./spreadsheet-notation";

/** Records of the shop that a file can refer to, and how to read texts. */
export interface ReadContext extends NumberReading {
  categories: KnownCategory[];
  /** Id of the category chosen for a category name, by lower-case name; an empty string means no category. */
  chosenCategories: Record<string, string>;
  /** Tax kind chosen for the products of a category name, by lower-case name. */
  categoryKinds: Readonly<Record<string, TaxKind>>;
  /** Size guides of the shop, by name. */
  guides: { id: string; name: string }[];
  /** Id of the product with a handle or id. */
  goodsCalled(handle: string): string | undefined;
  /** True if texts are HTML, as in exports of other shops. */
  isHtml: boolean;
  /** Unit that the heading of the column of weights names. */
  weightUnit: string | undefined;
}

/** Data that a preview needs besides the rows. */
export interface PreviewContext extends ReadContext, VariantReading, StockReading {
  /** Path of a picture that the file names; undefined while it is not stored. */
  picturePath(source: string): string | undefined;
  /** Rows of the file that have a SKU. */
  skuRows(sku: string): SkuRows | undefined;
  /** Whether rows can be about gift cards: our own export has none. */
  hasGiftCards: boolean;
}

/** Values that a file has for a product itself, by field of the product's record. */
export interface SaidOfProduct {
  values: FieldValues;
  /** Tax kind chosen for the category's name in the file. */
  kindOfWord?: TaxKind | undefined;
  /** Status that the file states; undefined if it states none. */
  status: StoredGoods["publishedStatus"] | undefined;
}

/** Fields of a product that are taken from a file as they are; the status is read together with the column Published. */
type Taken = Exclude<InFile<typeof productFields> & EditedProductField, "publishedStatus">;
/** Readers of the fields that need more than their kind; without one for a word, a record or a list it does not compile. */
type Readers = Record<Taken & NamesOfKind<typeof productFields, "word" | "id" | "list">, Reader> &
  Partial<Record<Taken, Reader>>;
type Reader = (text: string, context: ReadContext) => Read<unknown>;

const READERS: Readers = {
  name: (text, { isHtml }) => ({ value: isHtml ? inOneLine(text) : text }),
  searchTitle: (text, context) => readOfSearch(text, searchLetters.searchTitle, context),
  searchWords: (text, context) => readOfSearch(text, searchLetters.searchWords, context),
  weightGrams: (text, { weightUnit, decimal }) => readWeight(text, { unit: weightUnit, decimal }),
  lowMark: (text, { decimal }) => readWhole(text, "the mark", 100_000, { decimal }),
  sizeGuideId: readGuide,
  sizeChart: (text) => ({ value: [text] }),
  styleWithProducts: readGoods,
  kindForTax: (text) => readWord(text, TAX_KINDS),
  type: (text) => readWord(text, ["top", "bottom"]),
  categoryId: readCategory,
};
/** Order in which the fields of each kind are read, which is that of the changes in the preview. */
const IN_ORDER = (["text", "lines", "whole", "code", "id", "list", "word", "yes"] as const).flatMap((kind) =>
  namesOfKind(productFields, kind).filter(
    (name): name is Taken =>
      productFields[name].heading !== null && name !== "categoryId" && name !== "publishedStatus",
  ),
);
const WORDS = [...namesOfKind(productFields, "text"), ...namesOfKind(productFields, "code")];

/**
 * Reads the values of a product from its rows; adds problems to rows. The first row with a value for a field is used. If that row
 * is in `out` (rows left out), no other row replaces it.
 */
export function readProduct(lines: Line[], context: ReadContext, out: Line[] = []): SaidOfProduct {
  const values: FieldValues = {};
  const take = (field: FieldKey, to: string, read: (text: string) => Read<unknown>) => {
    const line = saying(lines, field, out);
    const text = line?.says(field);
    if (!line || text === undefined || line.leaves(field)) return;
    const said = checked(to, read(text));
    noteRead(line, field, said);
    // A note says why nothing is there; what stands in the shop stays.
    if (said.words === undefined && !(said.value === null && said.note)) values[to] = said.value;
  };
  const takeField = (name: Taken, column: FieldKey = columnOf(productFields, name)) =>
    take(column, name, (text) => {
      const { kind } = productFields[name];
      const read = READERS[name] ?? (kind === "text" ? readWords : READ_BY_KIND[kind as PlainKind]);
      return read(text, context);
    });
  for (const name of IN_ORDER) {
    takeField(name);
    if (name === "styleWithProducts" && values[name]) values.styleWith = true;
  }
  for (const name of [...WORDS, "sizeGuideId", "styleWithProducts"]) if (values[name] === null) delete values[name];
  takeField("categoryId");
  if (!lines.some((line) => speaks(line, "category"))) takeField("categoryId", "productCategory");
  if (values.categoryId === null) delete values.categoryId;
  const word =
    saying(lines, "category", out)?.says("category") || saying(lines, "productCategory", out)?.says("productCategory");
  return { values, kindOfWord: chosenFor(word ?? "", context.categoryKinds), status: readPublished(lines, out) };
}

/**
 * The first row without problems that has a value for the field, else the first that clears the field, else the first one.
 * Undefined if an earlier row that is left out has a different value, or the file has no such column.
 */
function saying(lines: Line[], field: FieldKey, out: Line[] = []): Line | undefined {
  if (lines[0]?.says(field) === undefined) return undefined;
  const good = lines.filter(isGood);
  const line = good.find((each) => speaks(each, field)) ?? good.find((each) => each.clears(field)) ?? good[0];
  const isOverruled = out.some(
    (each) => line && each.row < line.row && speaks(each, field) && each.says(field) !== line.says(field),
  );
  return isOverruled ? undefined : line;
}

const speaks = (line: Line, field: FieldKey): boolean => (line.says(field) ?? "") !== "";

/** Pattern of placeholders of search plug-ins, e.g. %%title%% %%sep%%. */
const PLACEHOLDER = /%%?[a-z_]+%%?/;

/** Reads a text for search results; one that is too long is cut after a word. */
function readOfSearch(text: string, most: number, { isHtml }: ReadContext): Read<string | null> {
  const [placeholder] = (isHtml && PLACEHOLDER.exec(text)) || [];
  if (placeholder)
    return { value: null, note: `has placeholders of the other shop's program (${placeholder}), so it is left out` };
  const line = isHtml ? inOneLine(text) : text;
  const value = beginningOfWords(line, most);
  if (value === line) return { value };
  return { value, note: `has ${lettersIn(line)}, and ${most} fit: it is cut after a word`, isUnfit: true };
}

const lettersIn = (text: string): string => `${text.length.toLocaleString("en-US")} letters`;

/** Text of a cell in one line, with its character references replaced. Tags are kept, since a name may look like one. */
const inOneLine = (text: string): string =>
  (hasHtml(text) && !text.includes("<") ? plainText(text) : text).replaceAll(/\s+/g, " ").trim();

/** Reads a text of several lines, and says what of its HTML has no place in a text. */
function readWords(text: string, { isHtml }: ReadContext): Read<string> {
  const value = isHtml && hasHtml(text) ? withoutHtml(text) : text.replaceAll(/\r\n?/g, "\n");
  const lost = isHtml ? [...new Set([...text.matchAll(EMBEDDED)].flatMap(([, name = ""]) => name.toLowerCase()))] : [];
  if (lost.length === 0) return { value };
  return { value, note: `contains ${lost.join(", ")}, which a text here cannot show and which is left out` };
}
/** Text of HTML. One with character references but no tags keeps its own lines. */
const withoutHtml = (text: string): string =>
  hasTag(text)
    ? plainText(text)
    : text
        .split(/\r\n?|\n/)
        .map((line) => plainText(line))
        .join("\n");

/** Tags of pictures, films and forms, which no plain text can show. */
const EMBEDDED = /<(img|iframe|video|audio|embed|object|form)\b/gi;

/** Adds notes about stored texts that empty cells leave unchanged. */
export function sayWhatWordsStay(lines: Line[], out: Line[], goods: StoredGoods): void {
  const [first] = lines;
  for (const name of CLEARABLE) {
    const stands = goods[name];
    const field = columnOf(productFields, name);
    const isLeft = lines.every((line) => line.leaves(field)) && !out.some((line) => speaks(line, field));
    if (first && isLeft && String(stands ?? "") !== "")
      first.problems.push({ field, words: "is empty, so what stands here stays", isNote: true });
  }
}

/** Fields of a product that a file may clear. */
const CLEARABLE = namesWhere(productFields, ({ clearable }) => clearable === true) as ClearableName[];
type ClearableName = {
  [Name in Taken]: (typeof productFields)[Name] extends { clearable: true } ? Name : never;
}[Taken];

/** Removes values that differ from the stored ones only as a spreadsheet may have reformatted them. */
export function leaveWhatStands({ values }: SaidOfProduct, lines: Line[], goods: StoredGoods): void {
  for (const field of WORDS) {
    const column = columnOf(productFields, field);
    const line = saying(lines, column);
    const said = values[field];
    if (line && typeof said === "string" && asItStands(line, column, { said, stands: goods[field] }) === goods[field])
      delete values[field];
  }
  for (const field of namesOfKind(productFields, "lines")) {
    const said = values[field] as string[] | undefined;
    const isSame =
      said?.length === goods[field].length && said.every((each, place) => mayBecome(goods[field][place] ?? "", each));
    if (isSame) delete values[field];
  }
}

/** Adds problems about texts of a new product that a spreadsheet damaged. */
export function refuseSpoilt({ values }: SaidOfProduct, lines: Line[]): void {
  for (const field of WORDS) {
    const column = columnOf(productFields, field);
    const line = saying(lines, column);
    const said = values[field];
    if (line && typeof said === "string") asItStands(line, column, { said, stands: undefined });
  }
}

/** Texts that are never cut: a product comes without one that is too long, and what stands in the shop stays. */
const WHOLE: ReadonlySet<string> = new Set(["description", "materials", "care", "fit", "details"]);

/** Validated value, or an error message. */
function checked(to: string, read: Read<unknown>): Read<unknown> {
  if (read.words !== undefined || (read.value === null && read.note)) return read;
  const { success, data, error } = productRecord.fields[to]?.schema.safeParse(read.value) ?? { success: true };
  if (success) return { ...read, value: data ?? read.value };
  const [issue] = error?.issues ?? [];
  if (WHOLE.has(to) && error?.issues.every(({ code }) => code === "too_big"))
    return {
      value: null,
      note: `does not fit and is not cut, so it is left out: ${sentencePart(issue?.message ?? "it is too long")}`,
      isUnfit: true,
    };
  return { words: sentencePart(issue?.message ?? "This cannot be read.") };
}

function readGuide(text: string, { guides }: ReadContext): Read<string | null> {
  const found = guides.filter(({ name }) => isSameFolded(name, text));
  if (found.length === 1) return { value: found[0]?.id ?? null };
  const note =
    found.length > 1 ? "this shop has several guides of that name" : "this shop has no size guide of that name";
  return { value: null, note };
}

/** Reads the handles of matching products; leaves the stored ones unchanged unless all handles exist. */
function readGoods(text: string, { goodsCalled }: ReadContext): Read<string[] | null> {
  const handles = text
    .split(/[,;\n]/)
    .map((handle) => handle.trim())
    .filter(Boolean);
  const missing = handles.find((handle) => goodsCalled(handle) === undefined);
  if (missing !== undefined)
    return { value: null, note: `no product has the handle ${missing} yet; import the file again once it is there` };
  return { value: [...new Set(handles.flatMap((handle) => goodsCalled(handle) ?? []))] };
}

function readCategory(text: string, { categories, chosenCategories }: ReadContext): Read<string | null> {
  if (isNoCategory(text)) return { value: null };
  const chosen = chosenFor(text, chosenCategories);
  if (chosen === "") return { value: null, note: "none is chosen for it under Columns" };
  if (chosen !== undefined && categories.some(({ id }) => id === chosen)) return { value: chosen };
  const found = categoriesCalled(text, categories);
  if (found.length === 1) return { value: found[0]?.id ?? null };
  const note =
    found.length > 1
      ? "this shop has several of that name; choose one under Columns"
      : "this shop has no such category; choose one under Columns, or make it there";
  return { value: null, note };
}

/** Value that a member chose for a category name, such as the id of a category, or empty for none; undefined without a choice. */
export const chosenFor = <Value>(word: string, chosen: Readonly<Record<string, Value>>): Value | undefined => {
  const key = word.toLowerCase();
  return Object.hasOwn(chosen, key) ? chosen[key] : undefined;
};

/** Categories that a text may mean: those with that path, else those with that name. */
export function categoriesCalled(text: string, categories: KnownCategory[]): KnownCategory[] {
  const names = folded(text).split(">");
  const word = names.map((name) => name.trim()).join(" > ");
  const byPath = categories.filter(({ path }) => folded(path) === word);
  if (byPath.length > 0) return byPath;
  return categories.filter(({ path }) => folded(path).split(" > ").at(-1) === word);
}

function readPublished(lines: Line[], out: Line[]): SaidOfProduct["status"] {
  const line = saying(lines, "status", out);
  const shown = saying(lines, "published", out);
  const status = readStatus(line?.says("status") ?? "");
  if (status.words !== undefined) line?.problems.push({ field: "status", words: status.words });
  const published = readYes(shown?.says("published") ?? "");
  if (published.words !== undefined) shown?.problems.push({ field: "published", words: published.words });
  if (published.value === false && status.value !== "archived") return "draft";
  if (published.value === true && !status.value) return "published";
  return status.value ?? undefined;
}

/** Label of a field as members see it. */
export const labelOf = (field: FieldKey): string => FIELDS[field].label;
