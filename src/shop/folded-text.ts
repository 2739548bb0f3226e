/** Letters and signs that are typed as another one; PostgreSQL's `search_form` replaces the same ones. */
const TYPED_AS = /* @__PURE__ */ typedAs();
function typedAs(): Map<string, string> {
  const pairs = (from: string, to: string) =>
    [...from].map((letter, place): [string, string] => [letter, to[place] ?? ""]);
  return new Map([
    ...pairs("đðłħıŧøς", "ddlhitoσ"),
    ...pairs("‘’ʼʹ′“”„‟–—―‐‒−⁄", `'''''""""------/`),
    ["ß", "ss"],
    ["æ", "ae"],
    ["œ", "oe"],
    ["þ", "th"],
  ]);
}
const ODD = /* @__PURE__ */ anyOdd();
function anyOdd(): RegExp {
  return new RegExp(`[${[...TYPED_AS.keys()].join("")}]`, "gu");
}

/**
 * The form in which texts are compared: small letters without accents, with the letters and signs that people type. Only for
 * comparison; passphrases, keys, signatures and digests are compared as they are.
 */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(ODD, (letter) => TYPED_AS.get(letter) ?? letter);

/** Whether two texts are the same when they are compared. */
export const isSameFolded = (one: string, other: string): boolean => folded(one) === folded(other);

/** The form in which texts are stored: each accented letter is one character, as on most keyboards but those of a Mac's files. */
export const composed = (text: string): string => text.normalize("NFC");

/** Place of the first part of a text that is the same as `part` when they are compared; undefined if there is none. */
export function foldedPlace(text: string, part: string): { start: number; end: number } | undefined {
  // Each letter is folded by itself, since one may become two.
  const letters = [...text];
  const forms = letters.map(folded);
  const wanted = folded(part);
  const at = wanted === "" ? -1 : forms.join("").indexOf(wanted);
  if (at < 0) return undefined;
  const placeOf = (length: number) => {
    let [place, count] = [0, 0];
    while (place < letters.length && count < length) count += forms[place++]?.length ?? 0;
    return letters.slice(0, place).join("").length;
  };
  return { start: placeOf(at), end: placeOf(at + wanted.length) };
}
