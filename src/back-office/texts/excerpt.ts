import { folded, foldedPlace } from "~/shop/folded-text";
/** Letters that a line quotes before and after the searched words. */
const [BEFORE, AFTER] = [30, 50];

/** Excerpt of the first text with the searched words; empty if only the name contains them, undefined if nothing does. */
export function excerptWith(texts: readonly unknown[], name: string, searched: string): string | undefined {
  for (const text of texts) {
    if (typeof text !== "string") continue;
    const place = foldedPlace(text, searched);
    if (place)
      return `… ${text
        .slice(Math.max(0, place.start - BEFORE), place.end + AFTER)
        .replace(/\s+/g, " ")
        .trim()} …`;
  }
  return folded(name).includes(folded(searched)) ? "" : undefined;
}
