/**
 * Whether each word that was typed stands in a name or in what else a thing is called, in any order, as its beginning or whole, in
 * one number or many.
 */
export function matches(typed: string, ...names: (string | undefined)[]): boolean {
  const text = names.filter(Boolean).join(" ").toLowerCase();
  return wordsIn(typed).every((word) => text.includes(word) || text.includes(word.replace(/(es|s)$/, "")));
}

/** Small words lead nowhere. */
const SMALL = new Set(["a", "an", "the", "my", "of", "to", "on", "in", "for", "and"]);

function wordsIn(typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const large = words.filter((word) => !SMALL.has(word));
  return large.length > 0 ? large : words;
}
