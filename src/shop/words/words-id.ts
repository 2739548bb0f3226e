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

/** A record of texts: its kind and its id. */
export interface WordsId {
  kind: WordsKind;
  id: string;
}

/** One text that stands for a record among others, and back. */
export const wordsName = ({ kind, id }: WordsId): string => `${kind}:${id}`;

/** The record that a name stands for; undefined for a name of nothing. */
export function wordsNamed(name: string): WordsId | undefined {
  const place = name.indexOf(":");
  const [kind, id] = [WORD_KINDS.find((each) => each === name.slice(0, place)), name.slice(place + 1)];
  return place < 0 || kind === undefined || id === "" ? undefined : { kind, id };
}
