/** Whether every typed word but SMALL ones occurs anywhere in the joined names, in any order; plural -s or -es is optional. */
export function matches(typed: string, ...names: (string | undefined)[]): boolean {
  const text = names.filter(Boolean).join(" ").toLowerCase();
  return wordsIn(typed).every((word) => text.includes(word) || text.includes(word.replace(/(es|s)$/, "")));
}

/** Words left out of a search, unless nothing else was typed. */
const SMALL = new Set(["a", "an", "the", "my", "of", "to", "on", "in", "for", "and"]);

function wordsIn(typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const large = words.filter((word) => !SMALL.has(word));
  return large.length > 0 ? large : words;
}
