/** Letters that a line quotes before and after the searched words. */
const [BEFORE, AFTER] = [30, 50];

/** Excerpt of the first text with the searched words; empty if only the name contains them, undefined if nothing does. */
export function excerptWith(texts: readonly unknown[], name: string, searched: string): string | undefined {
  const wanted = searched.toLowerCase();
  for (const text of texts) {
    if (typeof text !== "string") continue;
    const at = text.toLowerCase().indexOf(wanted);
    if (at >= 0)
      return `… ${text
        .slice(Math.max(0, at - BEFORE), at + wanted.length + AFTER)
        .replace(/\s+/g, " ")
        .trim()} …`;
  }
  return name.toLowerCase().includes(wanted) ? "" : undefined;
}
