import { bareWords, isOneSlipFrom } from "./match-and-rank";
import {
  ALIKE,
  ALWAYS_PLURAL,
  BEFORE_REFUSED,
  BEFORE_WISH,
  GRAMMAR,
  NARROWER,
  SELF_EVIDENT,
  SPANISH,
  WISHES,
} from "./synonyms";

/** A word or fixed phrase of a query, with the words of the shop that may match it. */
export interface QueryUnit {
  typed: string;
  /** Words of the unit as typed. */
  own: string[];
  /** Synonyms, each as a list of words. */
  alike: string[][];
  /**
   * Set for a word about the use of goods, or about what they should have: goods that lack it are found, too, if none has it. `refused` is
   * what goods should not have; it is not searched.
   */
  wish?: "wanted" | "refused";
  /** Set for a word that is a size wherever it stands: one after "size", and a half size. */
  isSize?: true;
}

/**
 * Distance of a unit to a product: matched by its name, by another field, by a synonym in its name, by a synonym in a field, by
 * a detail, or (a wish) by nothing. `elsewhere` is a field that does not say what kind of thing a product is, such as its material,
 * in a search with wishes.
 */
export const NEARNESS = {
  named: 0,
  described: 1,
  alikeNamed: 2,
  alike: 3,
  inDetails: 100,
  missed: 1_000,
  elsewhere: 20_000,
} as const;

/** A unit of a query, and how it was interpreted. */
export interface ReadUnit extends QueryUnit {
  /** Nearness of the nearest product; unset when names contained the query, or nothing matched. */
  nearness?: number | undefined;
  /** Words of the shop that were searched in place of the typed word, which the shop does not have. */
  instead: string[];
}

/** Maximum number of words in a synonym phrase. */
const LONGEST_PHRASE = 3;

/** Splits a query into units, all of which must match: those that `isTelling` selects, or all units if it selects none. */
export function unitsOf(query: string, isTelling = tellsOfGoods): QueryUnit[] {
  const words = bareWords(query.replaceAll(HALF, "$1half"));
  const units: QueryUnit[] = [];
  for (let at = 0; at < words.length; at += lengthOf(units.at(-1)))
    units.push({
      ...unitAt(words, at),
      ...wishAfter(words, at),
      ...(/^sized?$/.test(words[at - 1] ?? "") && { isSize: true }),
    });
  const telling = units.filter(({ typed }) => isTelling(typed));
  const counted = telling.length > 0 ? telling : units;
  return [...new Map(counted.map((unit) => [unit.typed, unit])).values()];
}

/** Whether a query has words that say what goods are looked for. */
export const saysGoods = (query: string): boolean => unitsOf(query).some(({ typed }) => tellsOfGoods(typed));

/** Whether a query has words about all products, such as gear. */
export const saysAllGoods = (query: string): boolean => bareWords(query).some((word) => SELF_EVIDENT.has(word));

/** Waist and length, such as 34x32, and half sizes as they are typed: 7 1/2, 7-1/2 and, folded, 71\u20442. */
const PAIR = /(?<![\p{L}\p{N}.])(\d{2}) ?x ?(\d{2})(?![\p{L}\p{N}.])/gu;
const FRACTION = /(?<![\p{L}\p{N}.])(\d{1,2})(?:[ -]1[/\u2044]2|1[/\u2044]2)(?![\p{L}\p{N}.])/gu;
/** Writes sizes of a folded query as shops do: 34 32, and 7.5. */
export const withPlainSizes = (query: string): string => query.replaceAll(PAIR, "$1 $2").replaceAll(FRACTION, "$1.5");

const HALF = /(?<![\p{L}\p{N}.])(\d{1,2})\.5(?![\p{L}\p{N}])/gu;
/** A half size as a unit; in names of sizes it is 7.5, 7 1/2 or, folded, 71\u20442. */
function halfSize(word: string): QueryUnit | undefined {
  const [, whole] = /^(\d{1,2})half$/.exec(word) ?? [];
  if (whole === undefined) return undefined;
  return {
    typed: `${whole}.5`,
    own: [whole, "5"],
    alike: [
      [whole, "1", "2"],
      [`${whole}1`, "2"],
    ],
    isSize: true,
  };
}

/** Long words about all products, of which a mistyped one is no other word: motorcyle. */
const LONG_SELF_EVIDENT = [...SELF_EVIDENT].filter((word) => word.length > 8);
const tellsOfGoods = (typed: string): boolean =>
  !GRAMMAR.has(typed) && !SELF_EVIDENT.has(typed) && !LONG_SELF_EVIDENT.some((word) => isOneSlipFrom(typed, word));
/** Whether a word is searched in answers and pages. Words such as "size" are, although a search of products ignores them. */
export const tellsOfTexts = (typed: string): boolean => !GRAMMAR.has(typed);

/** Number of words that a unit takes of the query's. */
const lengthOf = (unit: QueryUnit | undefined): number => (unit && !unit.typed.includes(".") ? unit.own.length : 1);

function unitAt(words: string[], at: number): QueryUnit {
  const half = halfSize(words[at] ?? "");
  if (half) return half;
  for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
    const own = words.slice(at, at + length);
    if (own.length < length) continue;
    const keys = keysOf(own);
    const alike = keys.map((key) => SYNONYMS.get(key)).find((known) => known !== undefined);
    const wish = keys.some((key) => WISHES.has(key));
    if (alike || wish) return { typed: own.join(" "), own, alike: alike ?? [], ...(wish && { wish: "wanted" }) };
  }
  const word = words[at] ?? "";
  return { typed: word, own: [word], alike: [] };
}

/** Role of a word by the words before it: a wish right after "for" and anywhere after "with", refused after "without". */
function wishAfter(words: string[], at: number): Pick<QueryUnit, "wish"> {
  const before = words.slice(0, at).filter((word) => !IN_BETWEEN.has(word));
  const announced = before.findLast((word) => BEFORE_WISH.has(word) || BEFORE_REFUSED.has(word)) ?? "";
  if (BEFORE_REFUSED.has(announced)) return { wish: "refused" };
  return announced === "with" || (announced !== "" && before.at(-1) === announced) ? { wish: "wanted" } : {};
}
const IN_BETWEEN: ReadonlySet<string> = new Set(["a", "an", "the", "my", "your"]);

/** Synonyms by phrase, as words. */
const SYNONYMS = new Map<string, string[][]>();

const noteSynonyms = (phrase: string, others: readonly string[]) =>
  SYNONYMS.set(phrase, [...(SYNONYMS.get(phrase) ?? []), ...others.map((other) => other.split(" "))]);

for (const group of ALIKE)
  for (const phrase of group)
    noteSynonyms(
      phrase,
      group.filter((other) => other !== phrase),
    );
for (const [word, narrower] of Object.entries({ ...NARROWER, ...SPANISH })) noteSynonyms(word, narrower);

/** Forms under which a phrase may be known; its last word may be singular or plural. */
function keysOf(phrase: string[]): string[] {
  const before = phrase.slice(0, -1).map((word) => `${word} `);
  return formsOf(phrase.at(-1) ?? "").map((last) => before.join("") + last);
}

/** A word, and the words of which it may be the plural. */
function singulars(word: string): string[] {
  const less = (ending: string, instead = "") =>
    word.length > ending.length + 2 && word.endsWith(ending) && !word.endsWith("ss")
      ? [word.slice(0, -ending.length) + instead]
      : [];
  return [word, ...less("s"), ...less("es"), ...less("ies", "y")];
}

/** A word with its possible singular and plural forms by English spelling. Wrong forms do no harm, because they match nothing. */
export function formsOf(word: string): string[] {
  if (word.length < 3 || ALWAYS_PLURAL.has(word) || !/^\p{L}+$/u.test(word)) return [word];
  return [...new Set(singulars(word).flatMap((one) => [one, `${one}s`, `${one}es`, one.replace(/y$/, "ies")]))];
}
