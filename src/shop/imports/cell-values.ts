import { byName } from "~/platform/by-name";
import { MOST_PRICE } from "~/shop/catalog/pricing/pricing";
import { type Cents, cents } from "~/shop/money";
import type { Decimal, FileQuestion, OtherMoney } from "./import";

/** Value of a cell, or a message that says how to write it; `isUnfit`: the text was cut or left out; `asks`: the question whose answer makes the cell readable. */
export type Read<T> =
  | { value: T; words?: undefined; note?: string; isUnfit?: true }
  | { words: string; asks?: FileQuestion; value?: undefined; note?: undefined };

/** Answers about the numbers of a file; undefined while the question is open. */
export interface NumberReading {
  /** Sign before the decimals, which decides what 1.250 means. */
  decimal?: Decimal | undefined;
  /** Treatment of amounts in another currency: the same number of dollars, or none. */
  otherMoney?: OtherMoney | undefined;
}
/** Converts a form's error message to the part of a sentence that follows a column's name. */
export const sentencePart = (words: string): string =>
  words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, "");

/** Maximum price in dollars. */
const MOST_DOLLARS = MOST_PRICE / 100;

const OTHER_CODES = Intl.supportedValuesOf("currency").filter((code) => !/^US[DNS]$/.test(code));
const OTHER_SIGN = new RegExp(
  [
    String.raw`(?!\$)\p{Sc}`,
    String.raw`\b(?:c|ca|cad|a|au|nz|hk|s|sg|mx|r|nt|tt|j|bz)\s?\$`,
    String.raw`(?<!\p{L})(?:${OTHER_CODES.join("|")})(?!\p{L})`,
    String.raw`(?<!\p{L})(?:kr|zł|zl|kč|ft|s?fr|lei|руб|euros?|pounds?|pesos?|francs?|yen|yuan|rupees?|krona|kronor|kroner)(?!\p{L})\.?`,
  ].join("|"),
  "iu",
);
const US_DOLLARS = /^(?:us\s*\$|\$|usd|(?:us|u\.s\.)?\s*dollars?)$/i;

/** Currency other than US dollars that a text names by a sign or word; undefined if it names none. */
export const otherCurrencyIn = (text: string): string | undefined => OTHER_SIGN.exec(text)?.[0];

/** Currency of a column's cell that contains nothing else; undefined for US dollars and an empty cell. */
export const currencyOfCell = (text: string): string | undefined =>
  text.trim() === "" || US_DOLLARS.test(text.trim()) ? undefined : text.trim().slice(0, 20);

/** A number with one point before three digits: a decimal point, or a point between thousands. */
const TWOFOLD = /^[1-9]\d{0,2}\.\d{3}$/;
/** A number that no US merchant writes: points between thousands, or a comma before the decimals. */
const FOREIGN = /^(?:\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2}|\d{4,})$|^\d{1,3}(?:\.\d{3}){2,}$/;
/** Thousands that are divided by apostrophes, as in Switzerland, which has only one meaning. */
const APOSTROPHES = /^\d{1,3}(?:['\u2019]\d{3})+(?:[.,]\d+)?$/;

/** Whether a number has another meaning, or only one, for somebody who writes a comma before the decimals. */
const needsDecimal = (number: string): boolean => TWOFOLD.test(number) || FOREIGN.test(number);

/** Rewrites a number with a comma before its decimals to one with a point: 1.299,00 becomes 1299.00, and 1,250 becomes 1.250. */
const withPoint = (number: string): string =>
  FOREIGN.test(number) || TWOFOLD.test(number) || /^\d{1,3},\d{3}$/.test(number)
    ? number.replaceAll(".", "").replace(",", ".")
    : number;

/** A number as it is to be read, without signs between thousands. */
function unambiguous(typed: string, { decimal }: NumberReading): string {
  const number = APOSTROPHES.test(typed) ? typed.replaceAll(/['\u2019]/g, "") : typed;
  const plain = decimal === "comma" ? withPoint(number) : number;
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
}

const askedWords = (number: string): string =>
  `${number} can be ${number.replace(/\.?(?<!0)0+$/, "")} or ${number.replace(".", ",")}; say once for the file which it is`;

/**
 * Reads an amount in dollars, as people and other programs write it, and converts it to cents; null for an empty cell.
 * `currency`: the currency that a column beside it or its heading names, if it is not US dollars.
 */
export function readAmount(
  text: string,
  { currency, ...reading }: NumberReading & { currency?: string | undefined } = {},
): Read<Cents | null> {
  const typed = text.trim();
  if (typed === "") return { value: null };
  const other = otherCurrencyIn(typed) ?? currency;
  if (other !== undefined && reading.otherMoney === undefined)
    return { words: "this shop sells in dollars; write them alone: 229.00", asks: "money" };
  if (other !== undefined && reading.otherMoney === "left-out")
    return { value: null, note: `is ${other}, no US dollars, so it is left out as chosen` };
  const bare = typed
    .replace(/^(us)?\s*\$|\bus(d|\$)\b/gi, "")
    .replace(OTHER_SIGN, "")
    .replaceAll(/[\s\u00A0\u202F]/g, "");
  if (/^[-\u2212(]/.test(bare)) return { words: "an amount cannot be below 0" };
  if (reading.decimal === undefined && TWOFOLD.test(bare)) return { words: askedWords(bare), asks: "decimal" };
  const plain = unambiguous(bare, reading);
  const comma = FOREIGN.exec(plain);
  if (comma) {
    const [whole = "", cents = ""] = plain.replaceAll(".", "").split(",");
    const asks = reading.decimal === undefined ? { asks: "decimal" as const } : {};
    return { words: `write cents with a point: ${whole}.${cents.padEnd(2, "0")}`, ...asks };
  }
  if (/^\d+(\.\d+)?e\+?\d+$/i.test(plain)) return { words: "write the amount out, such as 229.00" };
  if (!/^(\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return { words: "this has to be an amount, such as 229.00" };
  if (/\.\d{2}\d*[1-9]/.test(plain)) return { words: "write two digits after the point" };
  const amount = Number(plain);
  if (amount > MOST_DOLLARS) return { words: "write at most 99,999.99" };
  return { value: cents(Math.round(amount * 100)) };
}

/** Reads a whole number; null for an empty cell. */
export function readWhole(text: string, what: string, most: number, reading: NumberReading = {}): Read<number | null> {
  const typed = text.trim();
  if (typed === "") return { value: null };
  if (reading.decimal === undefined && TWOFOLD.test(typed)) return { words: askedWords(typed), asks: "decimal" };
  if (reading.decimal === undefined && FOREIGN.test(typed)) return { words: "write a whole number", asks: "decimal" };
  const plain = unambiguous(typed, reading).replace(/\.0+$/, "");
  if (/^-\d+$/.test(plain)) return { words: `${what} cannot be below 0` };
  if (/^\d+[.,]\d+$/.test(plain)) return { words: "write a whole number" };
  if (!/^\d+$/.test(plain)) return { words: "this has to be a number" };
  const value = Number(plain);
  return value > most ? { words: `write at most ${most.toLocaleString("en-US")}` } : { value };
}

const GRAMS: readonly [RegExp, number][] = [
  [/^(g|gr|grams?|gramm)$/i, 1],
  [/^(kgs?|kilos?|kilograms?)$/i, 1000],
  [/^(lbs?|pounds?)$/i, 453.592_37],
  [/^(oz|ounces?)$/i, 28.349_523],
];
const gramsIn = (unit: string): number | undefined => GRAMS.find(([pattern]) => pattern.test(unit))?.[1];
const MOST_GRAMS = 1_000_000;

/** Unit that a heading of a column of weights names, such as lb in "Weight (lb)"; undefined if it names none. */
export const weightUnitIn = (heading: string): string | undefined =>
  heading
    .split(/[^\p{L}]+/u)
    .toReversed()
    .find((word) => gramsIn(word) !== undefined);

/**
 * Reads a weight and converts it to whole grams, at least one; null for an empty cell, and for zero, which other shops write for an unknown
 * weight. `unit`: the unit of a number without one. A point in kg, lb and oz is a decimal point; in grams it is asked about.
 */
export function readWeight(
  text: string,
  { unit = "g", ...reading }: NumberReading & { unit?: string | undefined },
): Read<number | null> {
  const [, number = "", own] = /^([\d.,'\u2019]*)\s*(\p{L}+)?\.?$/u.exec(text.trim()) ?? [];
  if (text.trim() === "") return { value: null };
  if (number === "")
    return { words: /^[-\u2212]\d/.test(text.trim()) ? "a weight cannot be below 0" : "this has to be a number" };
  const grams = gramsIn(own ?? unit);
  if (grams === undefined)
    return { value: null, note: `is in ${own ?? unit}, which is no unit of the shop, so it is left out` };
  const isOfGrams = grams === 1;
  // A comma is a decimal comma where it can be nothing else: 0,5 and 1,25.
  const isComma = /^\d+,(\d{1,2}|\d{4,})$|^0,\d+$/.test(number);
  const isOpen = isOfGrams ? needsDecimal(number) && !isComma : /^[1-9]\d{0,2},\d{3}$/.test(number);
  if (isOpen && reading.decimal === undefined) return { words: askedWords(number.replace(",", ".")), asks: "decimal" };
  const decimal = isComma ? "comma" : isOfGrams || number.includes(",") ? reading.decimal : "point";
  const plain = isComma ? number.replace(",", ".") : unambiguous(number, { decimal });
  if (!/^(\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return { words: "this has to be a number" };
  const exact = Number(plain) * grams;
  const value = exact > 0 ? Math.max(1, Math.round(exact)) : 0;
  if (value > MOST_GRAMS) return { words: `write at most ${MOST_GRAMS.toLocaleString("en-US")} grams` };
  return { value: value === 0 ? null : value };
}

const YES = new Set(["true", "yes", "y", "1", "x"]);
const NO = new Set(["false", "no", "n", "0"]);

/** Reads yes or no; null for an empty cell. */
export function readYes(text: string): Read<boolean | null> {
  const typed = text.trim().toLowerCase();
  if (typed === "") return { value: null };
  if (YES.has(typed)) return { value: true };
  return NO.has(typed) ? { value: false } : { words: "write yes or no" };
}

type Status = "published" | "draft" | "archived";
const STATUSES = byName<Status>({
  active: "published",
  published: "published",
  "on the shop": "published",
  draft: "draft",
  unlisted: "draft",
  archived: "archived",
  "put away": "archived",
});

/** Reads the publication status of a product; null for an empty cell. */
export function readStatus(text: string): Read<Status | null> {
  const typed = text.trim().toLowerCase();
  if (typed === "") return { value: null };
  const status = STATUSES[typed];
  return status ? { value: status } : { words: "write published, draft or archived" };
}

/** Reads one of the words in `known`, in any letter case; null for an empty cell. */
export function readWord<W extends string>(text: string, known: readonly W[]): Read<W | null> {
  const typed = text.trim().toLowerCase();
  if (typed === "") return { value: null };
  const found = known.find((word) => word === typed);
  return found ? { value: found } : { words: `write ${known.slice(0, -1).join(", ")} or ${known.at(-1)}` };
}
