import type { FieldValues } from "~/shop/audit/saving";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import type { KnownCategory, StoredGoods } from "~/shop/catalog/editing/stored-goods.server";
import { plainText } from "~/platform/html.server";
import { withoutInvisible } from "~/shop/visible-text";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { type Read, readStatus, readWhole, readWord, readYes, sentencePart } from "./cell-values";
import { asItStands } from "./as-it-stands";
import { type FieldKey, FIELDS } from "./columns";
import type { StockReading } from "./first-level";
import { isGood, type Line } from "./mapped-row";
import type { VariantReading } from "./read-variants.server";
import type { SkuRows } from "./row-groups.server";
import { mayBecome } from "./spreadsheet-notation";

/** Records of the shop that a file can refer to, and how to read texts. */
export interface ReadContext {
  categories: KnownCategory[];
  /** Id of the category chosen for a category name, by lower-case name; an empty string means no category. */
  chosenCategories: Record<string, string>;
  /** Size guides of the shop, by name. */
  guides: { id: string; name: string }[];
  /** Id of the product with a handle or id. */
  goodsCalled(handle: string): string | undefined;
  /** True if texts are HTML, as in exports of other shops. */
  isHtml: boolean;
}

/** Data that planning needs besides the rows. */
export interface PlanContext extends ReadContext, VariantReading, StockReading {
  /** Path of a picture that the file names; undefined while it is not stored. */
  picturePath(source: string): string | undefined;
  /** Rows of the file that have a SKU. */
  skuRows(sku: string): SkuRows | undefined;
}

/** Values that a file has for a product itself, by field of the product's record. */
export interface SaidOfProduct {
  values: FieldValues;
  /** Status that the file states; undefined if it states none. */
  status: StoredGoods["publishedStatus"] | undefined;
}

const FLAGS = ["headwear", "finalSale", "newArrivals", "bestSeller"] as const;
const WORDS = ["name", "description", "materials", "care", "fit", "searchTitle", "searchWords"] as const;

/**
 * Reads the values of a product from its rows; adds problems to rows. The first row with a value for a field is used. If that row
 * is in `out` (rows left out), no other row replaces it.
 */
export function readProduct(lines: Line[], context: ReadContext, out: Line[] = []): SaidOfProduct {
  const values: FieldValues = {};
  const take = (field: FieldKey, to: string, read: (text: string, line: Line) => Read<unknown>) => {
    const line = saying(lines, field, out);
    const text = line?.says(field);
    if (!line || text === undefined || line.leaves(field)) return;
    const said = checked(to, read(text, line));
    if (said.words !== undefined) return void line.problems.push({ field, words: said.words });
    values[to] = said.value;
    if (said.note) line.problems.push({ field, words: said.note, isNote: true });
  };
  for (const field of WORDS) take(field, field, (text) => readWords(field, text, context));
  take("details", "details", (text) => ({ value: linesIn(text) }));
  take("weight", "weightGrams", (text) => weight(text));
  take("lowMark", "lowMark", (text) => readWhole(text, "the mark", 100_000));
  take("productSku", "sku", (text) => ({ value: text }));
  take("sizeGuide", "sizeGuideId", (text) => readGuide(text, context));
  take("sizeChart", "sizeChart", (text) => ({ value: [text] }));
  take("goesWith", "styleWithProducts", (text) => readGoods(text, context));
  for (const field of ["searchTitle", "searchWords", "sizeGuideId"]) if (values[field] === null) delete values[field];
  if (values.styleWithProducts === null) delete values.styleWithProducts;
  if (values.styleWithProducts !== undefined) values.styleWith = true;
  take("kindForTax", "kindForTax", (text) => readWord(text, TAX_KINDS));
  take("wornAs", "type", (text) => readWord(text, ["top", "bottom"]));
  for (const flag of FLAGS) take(flag, flag, readYes);
  take("category", "categoryId", (text) => readCategory(text, context));
  if (!lines.some((line) => speaks(line, "category")))
    take("productCategory", "categoryId", (text) => readCategory(text, context));
  if (values.categoryId === null) delete values.categoryId;
  return { values, status: readPublished(lines, out) };
}

/**
 * The first row without problems that has a value for the field, else the first that clears the field, else the first one.
 * Undefined if an earlier row that is left out has a different value.
 */
function saying(lines: Line[], field: FieldKey, out: Line[] = []): Line | undefined {
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

function readWords(field: (typeof WORDS)[number], text: string, context: ReadContext): Read<string | null> {
  if (field === "description") return { value: describedAs(text, context) };
  const isOfSearch = field === "searchTitle" || field === "searchWords";
  const [placeholder] = (isOfSearch && context.isHtml && PLACEHOLDER.exec(text)) || [];
  if (placeholder)
    return { value: null, note: `has placeholders of the other shop's program (${placeholder}), so it is left out` };
  return { value: isOfSearch && context.isHtml ? text.replaceAll(/\s+/g, " ") : text };
}

/** Adds notes about stored texts that empty cells leave unchanged. */
export function sayWhatWordsStay(lines: Line[], out: Line[], goods: StoredGoods): void {
  const [first] = lines;
  for (const field of ["description", "details", "materials", "care", "fit", "searchTitle", "searchWords"] as const) {
    const stands = goods[field];
    const isLeft = lines.every((line) => line.leaves(field)) && !out.some((line) => speaks(line, field));
    if (first && isLeft && stands !== null && stands.length > 0)
      first.problems.push({ field, words: "is empty, so what stands here stays", isNote: true });
  }
}

const TEXTS = [...WORDS.map((field) => [field, field] as const), ["sku", "productSku"] as const];

/** Removes values that differ from the stored ones only as a spreadsheet may have reformatted them. */
export function leaveWhatStands({ values }: SaidOfProduct, lines: Line[], goods: StoredGoods): void {
  for (const [field, column] of TEXTS) {
    const line = saying(lines, column);
    const said = values[field];
    if (line && typeof said === "string" && asItStands(line, column, { said, stands: goods[field] }) === goods[field])
      delete values[field];
  }
  const { details } = values as { details?: string[] };
  const isSame =
    details?.length === goods.details.length &&
    details.every((each, place) => mayBecome(goods.details[place] ?? "", each));
  if (isSame) delete values.details;
}

/** Adds problems about texts of a new product that a spreadsheet damaged. */
export function refuseSpoilt({ values }: SaidOfProduct, lines: Line[]): void {
  for (const [field, column] of TEXTS) {
    const line = saying(lines, column);
    const said = values[field];
    if (line && typeof said === "string") asItStands(line, column, { said, stands: undefined });
  }
}

/** Validated value, or an error message. */
function checked(to: string, read: Read<unknown>): Read<unknown> {
  if (read.words !== undefined || (read.value === null && read.note)) return read;
  const { success, data, error } = productRecord.fields[to]?.schema.safeParse(read.value) ?? { success: true };
  if (success) return { ...read, value: data ?? read.value };
  return { words: sentencePart(error?.issues[0]?.message ?? "This cannot be read.") };
}

const describedAs = (text: string, { isHtml }: ReadContext): string =>
  isHtml && /<[a-z!/][^>]*>|&[a-z#\d]+;/i.test(text) ? plainText(text) : text.replaceAll("\r\n", "\n");

const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => withoutInvisible(line).trim())
    .filter(Boolean);

/** Reads a weight in grams, without its decimals; zero is read as unknown, as other shops write it. */
function weight(text: string): Read<number | null> {
  const grams = readWhole(text.replace(/^(\d+)\.\d+$/, "$1"), "a weight", 1_000_000);
  return grams.value === 0 ? { value: null } : grams;
}

function readGuide(text: string, { guides }: ReadContext): Read<string | null> {
  const found = guides.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
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

/** Whether a category name of another shop means "no category". */
export const isNoCategory = (word: string): boolean => NO_CATEGORY.test(word);
/** Names of WooCommerce's default category, in the languages whose column names are recognized. */
const NO_CATEGORY =
  /^(uncategori[sz]ed|unkategorisiert|non classé|sin categor(izar|ía)|senza categoria|geen categorie|niet gecategoriseerd|sem categoria|bez kategorii|okategoriserad)$/i;

/** Id of the category that a member chose for a category name; empty for no category, undefined without a choice. */
export const chosenFor = (word: string, chosen: Record<string, string>): string | undefined => {
  const key = word.toLowerCase();
  return Object.hasOwn(chosen, key) ? chosen[key] : undefined;
};

/** Categories that a text may mean: those with that path, else those with that name. */
export function categoriesCalled(text: string, categories: KnownCategory[]): KnownCategory[] {
  const names = text.toLowerCase().split(">");
  const word = names.map((name) => name.trim()).join(" > ");
  const byPath = categories.filter(({ path }) => path.toLowerCase() === word);
  if (byPath.length > 0) return byPath;
  return categories.filter(({ path }) => path.toLowerCase().split(" > ").at(-1) === word);
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
