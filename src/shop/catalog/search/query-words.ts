import { wordsOf } from "./match-and-rank";
import { ALIKE, ALWAYS_PLURAL, GRAMMAR, NARROWER, SELF_EVIDENT } from "./synonyms";

/** A word or fixed phrase of a query, with the words of the shop that may match it. */
export interface QueryUnit {
  typed: string;
  /** Words of the unit as typed. */
  own: string[];
  /** Synonyms, each as a list of words. */
  alike: string[][];
}

/**
 * Distance of a unit to a product: matched by its name, by another fact, by a synonym in its name, by a synonym in a fact, or by
 * a detail.
 */
export const NEARNESS = { named: 0, described: 1, alikeNamed: 2, alike: 3, inDetails: 100 } as const;

/** A unit of a query, and how it was interpreted. */
export interface ReadUnit extends QueryUnit {
  /** Nearness of the nearest product; unset when names contained the query, or nothing matched. */
  nearness?: number | undefined;
  /** Words of the shop that were searched in place of the typed word, which the shop does not have. */
  instead: string[];
}

/** Maximum number of words in a synonym phrase. */
const LONGEST_PHRASE = 3;

/** Words of a text, without possessive endings: "women's" becomes "women". `search_terms` in migrations/functions does the same. */
export const bareWords = (text: string): string[] =>
  wordsOf(text.replace(/(?<=[\p{L}\p{N}])['’]s(?![\p{L}\p{N}])/giu, ""));

/** Splits a query into units, all of which must match: those that `isTelling` selects, or all units if it selects none. */
export function unitsOf(query: string, isTelling = tellsOfGoods): QueryUnit[] {
  const words = bareWords(query);
  const units: QueryUnit[] = [];
  for (let at = 0; at < words.length; at += units.at(-1)?.own.length ?? 1) units.push(unitAt(words, at));
  const telling = units.filter(({ typed }) => isTelling(typed));
  const counted = telling.length > 0 ? telling : units;
  return [...new Map(counted.map((unit) => [unit.typed, unit])).values()];
}

const tellsOfGoods = (typed: string): boolean => !GRAMMAR.has(typed) && !SELF_EVIDENT.has(typed);
/** Whether a word is searched in answers and pages. Words such as "size" are, although a search of products ignores them. */
export const tellsOfTexts = (typed: string): boolean => !GRAMMAR.has(typed);

function unitAt(words: string[], at: number): QueryUnit {
  for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
    const own = words.slice(at, at + length);
    const alike = own.length === length ? synonymsOf(own) : undefined;
    if (alike) return { typed: own.join(" "), own, alike };
  }
  const word = words[at] ?? "";
  return { typed: word, own: [word], alike: [] };
}

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
for (const [word, narrower] of Object.entries(NARROWER)) noteSynonyms(word, narrower);

/** Synonyms of a phrase; its last word may be singular or plural. */
function synonymsOf(phrase: string[]): string[][] | undefined {
  const before = phrase.slice(0, -1).map((word) => `${word} `);
  const keys = formsOf(phrase.at(-1) ?? "").map((last) => before.join("") + last);
  return keys.map((key) => SYNONYMS.get(key)).find((known) => known !== undefined);
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
