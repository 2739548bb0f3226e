/** Kinds of texts that have drafts, by the stored name of their record kind. */
export type WordsKind = "page" | "faq" | "menu";

/** A record of texts: its kind and its id. */
export interface WordsId {
  kind: WordsKind;
  id: string;
}

/** One text that stands for a record among others, and back. */
export const wordsName = ({ kind, id }: WordsId): string => `${kind}:${id}`;

/** The record that a name stands for; undefined for a name of nothing. */
export function wordsNamed(name: string): WordsId | undefined {
  const [, kind, id] = /^(page|faq|menu):(.+)$/s.exec(name) ?? [];
  return id === undefined ? undefined : { kind: kind as WordsKind, id };
}
