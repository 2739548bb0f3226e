import { type Card, colorsOf, offeredSize, shownColor, sizesOf } from "./product";

export interface ColorChoice {
  color: string;
  label: string;
  swatch: string | null;
  count: number;
}

/**
 * The colors to choose from and how many of `among` have each, the most frequent first. Of what only the other products
 * have, no more than what is chosen already: it can still be taken back.
 */
export function colorChoices(cards: Card[], among: Card[] = cards, chosen: string[] = []): ColorChoice[] {
  const swatches = new Map(cards.flatMap(({ colors }) => colors.map(({ name, swatch }) => [name, swatch])));
  return counted(cards.flatMap(colorsOf), among, colorsOf, chosen)
    .map(([color, count]) => ({ color, label: shownColor(color), swatch: swatches.get(color) ?? null, count }))
    .toSorted((a, b) => b.count - a.count);
}

interface SizeChoice {
  size: string;
  label: string;
  count: number;
}

export interface SizeGroup {
  name: string;
  choices: SizeChoice[];
}

const LETTERS = ["XXS", "XS", "S", "M", "L", "XL", "2XL", "XXL", "3XL", "4XL", "5XL"];
const SIZE_GROUPS: { name: string; has: (size: string) => boolean }[] = [
  { name: "Standard", has: (size) => LETTERS.includes(size) },
  { name: "Waist/inside leg", has: (size) => /^\d+\/\d+$/.test(size) },
  { name: "Shoes", has: (size) => /^(US|EU|UK) \d/.test(size) },
  { name: "Waist", has: (size) => /^\d+$/.test(size) },
  { name: "Other", has: () => true },
];

/** The sizes to choose from, as `colorChoices`; by what they measure, small to large. */
export function sizeChoices(cards: Card[], among: Card[] = cards, chosen: string[] = []): SizeGroup[] {
  const choices = counted(cards.flatMap(sizesOf), among, sizesOf, chosen)
    .map(([size, count]) => ({ size, label: offeredSize(size), count }))
    .toSorted((a, b) => bySize(a.size, b.size));
  const grouped = Map.groupBy(choices, ({ size }) => SIZE_GROUPS.find(({ has }) => has(size)));
  return SIZE_GROUPS.flatMap((group) => {
    const own = grouped.get(group);
    return own ? [{ name: group.name, choices: own }] : [];
  });
}

function counted(values: string[], among: Card[], of: (card: Card) => string[], chosen: string[]): [string, number][] {
  const counts = [...new Set(values)].map((value): [string, number] => [
    value,
    among.filter((card) => of(card).includes(value)).length,
  ]);
  return counts.filter(([value, count]) => count > 0 || chosen.includes(value));
}

const bySize = (a: string, b: string): number =>
  LETTERS.indexOf(a) - LETTERS.indexOf(b) || a.localeCompare(b, "en", { numeric: true });
