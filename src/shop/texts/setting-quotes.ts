/** A sentence of a text that quotes a setting, as it is stored: the setting still in braces. */
export interface QuotedPlace {
  sentence: string;
  /** Where it stands, as a member reads it. */
  where: string;
  /** The public page that shows it. */
  address: string;
}

const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}{"“])/u;

/** The sentences of a text in which one of these names stands in braces; without the marks of Markdown. */
export function quotingSentences(text: string, names: readonly string[]): string[] {
  const wanted = names.map((name) => `{${name}}`);
  return text
    .split(/\n+/)
    .flatMap((line) => plain(line).split(SENTENCE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => wanted.some((braces) => sentence.includes(braces)));
}

const plain = (line: string): string =>
  line
    .replace(/^\s*(?:#+|[-*]|\d+\.)\s+/, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__|`/g, "");

/** Every text inside a value of plain JSON. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}
