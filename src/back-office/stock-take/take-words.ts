import { counted } from "../count-words";

/** Formats a counted difference: -1 as "1 fewer", 0 as "As it should be". */
export function differenceWords(pieces: number): string {
  if (Number.isNaN(pieces)) return "Write a number";
  if (pieces === 0) return "As it should be";
  return `${Math.abs(pieces)} ${pieces < 0 ? "fewer" : "more"}`;
}

/** Formats the size of a stock-take: "12 variants, 85 pieces". */
export const countsWords = (variants: number, pieces: number): string =>
  `${counted(variants, "variant")}, ${counted(pieces, "piece")}`;

/** Formats the differences of a stock-take: "3 variants: 2 pieces more, 5 fewer". */
export function differencesWords({ differing, more, fewer }: { differing: number; more: number; fewer: number }) {
  if (differing === 0) return "Nothing: all was as it should be";
  const parts = [more > 0 && `${counted(more, "piece")} more`, fewer > 0 && `${counted(fewer, "piece")} fewer`];
  return `${counted(differing, "variant")}: ${parts.filter(Boolean).join(", ")}`;
}

/** Messages for a count that was not taken, by reason. */
export const NOT_COUNTED = {
  over: "This stock-take is over: somebody finished it or gave it up. Begin another one.",
  "no-limit": "This variant is sold without limit, so there is nothing to compare.",
  elsewhere: "This variant was counted in another stock-take that is not finished. Finish that one first.",
};

/** Name of what a stock-take covers: its category and shelf, or "Everything". */
export const scopeWords = (category: string | undefined, shelf: string | null): string => {
  const parts = [category, shelf && `shelf ${shelf}`].filter((part): part is string => Boolean(part));
  return parts.length > 0 ? parts.join(", ").replace(/^./, (letter) => letter.toUpperCase()) : "Everything";
};
