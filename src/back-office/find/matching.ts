/** Whether the joined names contain every typed word, in any order; ignores SMALL words and a plural -s or -es of typed words. */
export function matches(typed: string, ...names: (string | undefined)[]): boolean {
  const text = names.filter(Boolean).join(" ").toLowerCase();
  return wordsIn(typed).every((word) => text.includes(word) || text.includes(word.replace(/(es|s)$/, "")));
}

/** Words that a search ignores, unless only such words were typed. */
const SMALL = new Set(["a", "an", "the", "my", "of", "to", "on", "in", "for", "and"]);

function wordsIn(typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const large = words.filter((word) => !SMALL.has(word));
  return large.length > 0 ? large : words;
}
