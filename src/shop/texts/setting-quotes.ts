/** A stored sentence that quotes a setting in braces. */
export interface QuotedPlace {
  sentence: string;
  /** Name of the page for members. */
  where: string;
  /** Address of the public page that shows the sentence; empty for a letter. */
  address: string;
}

const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}{"“])/u;

/** Sentences of a text that contain one of these names in braces, without Markdown markup. */
export function quotingSentences(text: string, names: readonly string[]): string[] {
  const wanted = names.map((name) => `{${name}}`);
  return sentencesOf(text).filter((sentence) => wanted.some((braces) => sentence.includes(braces)));
}

/** Sentences of a text, without Markdown markup. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((line) => plain(line).split(SENTENCE_END))
    .map((sentence) => sentence.trim())
    .filter(Boolean);

const plain = (line: string): string =>
  line
    .replace(/^\s*(?:#+|[-*]|\d+\.)\s+/, "")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/\*\*|__|`/g, "");

/** All texts inside a JSON value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}
