/** Kinds of texts that have drafts, by the stored name of their record kind. */
export const WORD_KINDS = [
  "page",
  "faq",
  "menu",
  "article",
  "letter",
  "search",
  "chapter",
  "event",
  "film",
  "post",
] as const;
export type WordsKind = (typeof WORD_KINDS)[number];

/** Identifies a record of texts. */
export interface WordsId {
  kind: WordsKind;
  id: string;
}

/** Converts the kind and id of a record to one string. */
export const wordsName = ({ kind, id }: WordsId): string => `${kind}:${id}`;

/** Converts the string made by `wordsName` back to kind and id; undefined if it is invalid. */
export function wordsNamed(name: string): WordsId | undefined {
  const place = name.indexOf(":");
  const [kind, id] = [WORD_KINDS.find((each) => each === name.slice(0, place)), name.slice(place + 1)];
  return place < 0 || kind === undefined || id === "" ? undefined : { kind, id };
}
