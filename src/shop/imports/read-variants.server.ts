import { MOST_VARIANTS } from "~/shop/catalog/editing/colors-and-variants";
import { nameOfVariant, NO_CHOICE } from "~/shop/catalog/product";
import { type Cents, formatCents } from "~/shop/money";
import type { StoredGoods, StoredVariant } from "~/shop/catalog/editing/stored-goods.server";
import { variantFields } from "~/shop/catalog/product-fields";
import { folded } from "~/shop/folded-text";
import { lineFault } from "~/shop/visible-text";
import { currencyOfCell, type NumberReading, readAmount, readWhole, sentencePart } from "./cell-values";
import { columnOf, type FieldKey } from "./columns";
import { POOLED } from "./foreign-cells";
import { type NamedChoice, type OptionReading, readOptions } from "./read-options";
import type { OptionMeaning, Problem } from "./import";
import { isSoldWithoutStock } from "./first-level";
import { isGood, isOfVariant, type Line, noteRead } from "./mapped-row";
import { asStored, ownNames, type OwnValues, ownValuesIn } from "./own-values.server";
import { readSale, type SaleReading } from "./read-sale";
import { mayBecome, spoiltWords } from "./spreadsheet-notation";

/** Values that a row has for one variant. */
export interface SaidOfVariant extends OwnValues {
  line: Line;
  size: string;
  color: string;
  /** Stored variant of this size and color, if there is one. */
  stored: StoredVariant | undefined;
  /** Price in cents; undefined if the file has none. */
  price: number | undefined;
  salePrice: number | null | undefined;
  cost: number | null | undefined;
  swatch: string | undefined;
  /** Number of pieces in the file, and number at the time of the export. */
  stock: number | undefined;
  exportedStock: number | undefined;
  picture: string | undefined;
}

const MOST_STOCK = 1_000_000;
const TOO_MANY = `the row is for more than ${MOST_VARIANTS} sizes and colors, and a product has at most ${MOST_VARIANTS}`;
type Named = Pick<SaidOfVariant, "size" | "color">;
const keyOf = ({ size, color }: Named): string => folded(`${size}\n${color}`);

/** Reads the variants of a product from its rows; adds problems to rows. */
export function readVariants(lines: Line[], goods: StoredGoods | undefined, reading: VariantReading): SaidOfVariant[] {
  const options = optionsOf(lines, goods, reading);
  const seen = new Map<string, number>();
  let asking: number | undefined;
  let isNoted = false;
  // A row for a single variant takes precedence over a row for several variants.
  const ofOne = new Set(
    lines.flatMap((line) => {
      const [only, ...more] = options.read(line);
      return only && more.length === 0 ? [keyOf(only)] : [];
    }),
  );
  return lines
    .filter((line, place) => isOfVariant(line, place === 0))
    .flatMap((line) => {
      const said = saidBy(line, reading);
      const isPooled = POOLED.test(line.says("stock") ?? "");
      if (options.question) {
        // The first row of the product asks the question; the other rows refer to that row.
        const { field, words } = options.question;
        const repeated = asking && { field, words: `Stays out with row ${asking}: ${words}`, ofRow: asking };
        line.problems.push(repeated || options.question);
        asking ??= line.row;
        return [];
      }
      const count = options.read(line).length;
      if (count > MOST_VARIANTS) {
        line.problems.push({ field: options.field, words: TOO_MANY });
        return [];
      }
      const isOfAny = count > 1;
      return variantsMeant(line, options, goods).flatMap((meant) => {
        if (isOfAny && ofOne.has(keyOf(meant))) return [];
        const stored = storedAs(meant, goods);
        const { size, color } = stored ?? meant;
        const named = { size, color };
        if (!stored && isSpoilt(line, options, named)) return [];
        const earlier = seen.get(keyOf(named));
        if (earlier !== undefined) {
          line.problems.push({ field: options.field, words: `row ${earlier} is the same size and color` });
          return [];
        }
        seen.set(keyOf(named), line.row);
        if (!stored && isSoldWithoutStock(line) && !isNoted) {
          isNoted = true;
          line.problems.push(SOLD_WITHOUT_STOCK);
        }
        if (stored) sayWhatStays(line, stored, { goods, said });
        const own = asStored(line, said, stored);
        const stock = isPooled ? (stored ? undefined : 0) : said.stock;
        return [{ ...said, ...named, ...own, line, stored, stock }];
      });
    });
}

/**
 * Stored variant with the size and color of a row, or the only stored variant that a spreadsheet may have reformatted to them.
 */
function storedAs(meant: Named, goods: StoredGoods | undefined): StoredVariant | undefined {
  const variants = goods?.variants ?? [];
  const exact = variants.find((variant) => keyOf(variant) === keyOf(meant));
  if (exact) return exact;
  const alike = variants.filter(({ size, color }) => mayBecome(size, meant.size) && mayBecome(color, meant.color));
  const living = alike.filter(({ isRetired }) => !isRetired);
  const [only, ...more] = living.length > 0 ? living : alike;
  return more.length === 0 ? only : undefined;
}

/** Whether a spreadsheet damaged the size or color of a new variant, which is then rejected. */
function isSpoilt(line: Line, { field }: Options, { size, color }: Named): boolean {
  const words = spoiltWords(size) ?? spoiltWords(color);
  if (words) line.problems.push({ field, words });
  return words !== undefined;
}

/** Adds notes about stored values that empty cells leave unchanged. */
function sayWhatStays(
  line: Line,
  stored: StoredVariant,
  { goods, said }: { goods: StoredGoods | undefined; said: Pick<SaidOfVariant, "salePrice"> },
): void {
  const amount = (value: number | null | undefined) => (value ? formatCents(value as Cents) : "");
  const standing = [
    // Beside an empty sale price, a higher former price says that the price is one.
    ...(said.salePrice === undefined
      ? [{ field: "salePrice", name: "sale price", stands: amount(stored.salePrice ?? goods?.salePrice) } as const]
      : []),
    { field: "cost", name: "cost", stands: amount(stored.cost ?? goods?.cost) },
    ...ownNames.map((name) => ({
      field: columnOf(variantFields, name),
      name: inSentence(variantFields[name].heading),
      stands: String(stored[name] ?? ""),
    })),
  ] as const;
  for (const { field, name, stands } of standing) {
    // A row for several variants gets the note once.
    const isSaid = line.problems.some((problem) => problem.field === field);
    if (line.leaves(field) && stands !== "" && !isSaid)
      line.problems.push({ field, words: `is empty, so the ${name} here stays: ${stands}`, isNote: true });
  }
}

/** Name of a column within a sentence: "Shelf" becomes "shelf", "SKU" stays. */
const inSentence = (heading: string): string => (/^[A-Z]{2}/.test(heading) ? heading : heading.toLowerCase());

interface Options {
  /** Sizes and colors of a row; none if the file has no columns for them. */
  read(line: Line): NamedChoice[];
  /** Column to which problems with sizes and colors are attached. */
  field: "option1" | "size";
  /** Whether any row states a size, or a color. */
  hasSize: boolean;
  hasColor: boolean;
  /** Option other than size and color whose meaning a member has to choose. */
  question: OptionReading["question"];
}

/** Settings for reading a file's options and sale prices. */
export interface VariantReading extends SaleReading, NumberReading {
  /** Meaning of each option other than size and color, by lower-case name. */
  optionMeanings: Record<string, OptionMeaning>;
  /** Currency other than US dollars that the heading of a column names. */
  currencyOfColumn(field: FieldKey): string | undefined;
}

/** Columns with sizes and colors: our own, or another shop's options. */
function optionsOf(lines: Line[], goods: StoredGoods | undefined, { optionMeanings }: VariantReading): Options {
  const [first] = lines;
  const has = (field: Parameters<Line["says"]>[0]) => first?.says(field) !== undefined;
  const ofOptions = has("option1") ? readOptions(lines, goods?.variants ?? [], optionMeanings) : undefined;
  const read = ofOptions?.read ?? (has("size") || has("color") ? ownReader : () => []);
  const choices = new Map(lines.map((line) => [line, read(line)]));
  const all = [...choices.values()].flat();
  return {
    read: (line) => choices.get(line) ?? [],
    question: ofOptions?.question,
    field: has("option1") ? "option1" : "size",
    hasSize: all.some(({ size }) => size),
    hasColor: all.some(({ color }) => color),
  };
}

const ownReader = (line: Line) => [{ size: line.says("size") ?? "", color: line.says("color") ?? "" }];

/** Variants that a row means: by size and color, by SKU, the only variant, or all variants. */
function variantsMeant(line: Line, options: Options, goods: StoredGoods | undefined): Named[] {
  const living = goods?.variants.filter(({ isRetired }) => !isRetired) ?? [];
  const all = options.read(line).filter(({ size, color }) => size || color);
  if (all.length > 0) return all.flatMap((said) => namedVariant(line, said, options, { goods, living }));
  const sku = line.says("sku") ?? "";
  const bySku = living.filter((variant) => sku !== "" && variant.sku === sku);
  if (bySku.length === 1) return bySku;
  if (living.length === 1) return living;
  if (!goods) {
    if (!options.hasSize && !options.hasColor) return [{ size: NO_CHOICE, color: NO_CHOICE }];
    line.problems.push({ field: options.field, words: "size and color are missing in this row" });
    return [];
  }
  const own = ownNames.map((name) => columnOf(variantFields, name));
  const one = (["stock", ...own] as const).find((field) => (line.says(field) ?? "") !== "");
  if (one && living.length > 1) {
    const alike = bySku.length > 1 ? bySku : living;
    const what =
      bySku.length > 1 ? `${alike.length} variants have this SKU` : `this product has ${alike.length} variants`;
    line.problems.push({
      field: one,
      words: `${what}: ${namesOfVariants(alike)}; say which one in columns Color and Size`,
    });
    return [];
  }
  return living.length > 0 ? living : [{ size: NO_CHOICE, color: NO_CHOICE }];
}

/** Size and color of a row; a missing one is filled in if no row of the product states it and all its variants share it. */
function namedVariant(
  line: Line,
  said: NamedChoice,
  options: Options,
  { goods, living }: { goods: StoredGoods | undefined; living: StoredVariant[] },
): Named[] {
  const size = said.size || (goods ? onlyOf(living, "size") : NO_CHOICE);
  const color = said.color || (goods ? onlyOf(living, "color") : NO_CHOICE);
  const lacks = (options.hasSize && !said.size) || (options.hasColor && !said.color) || !size || !color;
  if (!lacks && isWritable(line, options, said)) return [{ size, color }];
  if (lacks)
    line.problems.push({ field: options.field, words: `the ${said.size ? "color" : "size"} is missing in this row` });
  return [];
}

/** Maximum number of variants that a message names. */
const MOST_NAMED = 12;
const namesOfVariants = (variants: StoredVariant[]): string => {
  const named = variants.slice(0, MOST_NAMED).map((variant) => nameOfVariant(variant) || "without size and color");
  return [...named, ...(variants.length > MOST_NAMED ? [`${variants.length - MOST_NAMED} more`] : [])].join(", ");
};

/** Size or color that all variants share; `NO_CHOICE` if there are no variants or one of them has none; empty if they differ. */
function onlyOf(variants: StoredVariant[], key: "size" | "color"): string {
  const values = new Set(variants.map((variant) => variant[key]));
  return values.size === 0
    ? NO_CHOICE
    : values.size === 1
      ? ([...values][0] ?? "")
      : values.has(NO_CHOICE)
        ? NO_CHOICE
        : "";
}

function isWritable(line: Line, { field }: Options, { size, color }: Named): boolean {
  const wrong =
    size.length > 40
      ? "use at most 40 characters for a size"
      : color.length > 60
        ? "use at most 60 characters for a color"
        : sentencePart(lineFault(size) ?? lineFault(color) ?? "");
  const words = wrong || (/[<>]/.test(size + color) ? "write size and color in plain text" : "");
  if (words) line.problems.push({ field, words });
  return words === "";
}

const SOLD_WITHOUT_STOCK: Problem = {
  field: "backorders",
  words: "is sold in the other shop when it is out of stock, so its pieces are not counted here",
  isNote: true,
};

/** Note about pieces that the other shop counts for all sizes of a product together; `number` is empty if the file has none. */
const countPooled = (number: string): Problem => ({
  field: "stock",
  words: `is counted for all sizes together in the other shop${number && ` (${number} in all)`}, so a new one has no pieces and one that is here keeps its own; count them here`,
  isNote: true,
});

function saidBy(line: Line, reading: VariantReading): Omit<SaidOfVariant, "line" | "size" | "color" | "stored"> {
  const amount = (field: "price" | "compareAt" | "salePrice" | "cost") => {
    const text = line.says(field);
    if (text === undefined) return undefined;
    const currency = currencyOfCell(line.says("currency") ?? "") ?? reading.currencyOfColumn(field);
    const read = readAmount(text, { ...reading, currency });
    noteRead(line, field, read);
    return read.words === undefined && read.note === undefined ? read.value : undefined;
  };
  const whole = (field: "stock" | "exportedStock") => {
    const [pooled, inAll = ""] = (field === "stock" && POOLED.exec(line.says(field) ?? "")) || [];
    if (pooled !== undefined) return void line.problems.push(countPooled(inAll));
    const below = /^[-\u2212](\d+)(\.0+)?$/.exec((line.says(field) ?? "").replaceAll(",", ""))?.[1];
    if (field === "stock" && below && Number(below) > 0) {
      if (isSoldWithoutStock(line)) return 0;
      line.problems.push({ field, words: `is -${below} in the file, so it is taken as 0`, isNote: true });
      return 0;
    }
    const read = readWhole(line.says(field) ?? "", "stock", MOST_STOCK, reading);
    noteRead(line, field, read);
    return read.value ?? undefined;
  };
  return {
    ...readSale(line, amount, reading),
    cost: line.leaves("cost") ? undefined : amount("cost"),
    ...ownValuesIn(line),
    swatch: line.says("swatch") || undefined,
    stock: whole("stock"),
    exportedStock: whole("exportedStock"),
    picture: line.says("pairPicture") || undefined,
  };
}

/** Variants whose row has no problems. */
export const goodVariants = (variants: SaidOfVariant[]): SaidOfVariant[] => variants.filter(({ line }) => isGood(line));
