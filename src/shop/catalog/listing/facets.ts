import { offeredSize, shownColor } from "../product";

/** A color or size, with its number of products if that was counted. */
export interface Counted {
  value: string;
  count: number | null;
  swatch?: string | null;
}

export interface ColorChoice {
  color: string;
  label: string;
  swatch: string | null;
  count: number | null;
}

/** Colors to choose from, sorted by number of products, then by name. */
export const colorChoices = (colors: Counted[]): ColorChoice[] =>
  colors
    .map(({ value, count, swatch = null }) => ({ color: value, label: shownColor(value), swatch, count }))
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.color.localeCompare(b.color, "en"));

interface SizeChoice {
  size: string;
  label: string;
  count: number | null;
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

/** Sizes to choose from, grouped by unit and sorted in ascending order. */
export function sizeChoices(sizes: Counted[]): SizeGroup[] {
  const choices = sizes
    .map(({ value, count }) => ({ size: value, label: offeredSize(value), count }))
    .toSorted((a, b) => bySize(a.size, b.size));
  const grouped = Map.groupBy(choices, ({ size }) => SIZE_GROUPS.find(({ has }) => has(size)));
  return SIZE_GROUPS.flatMap((group) => {
    const own = grouped.get(group);
    return own ? [{ name: group.name, choices: own }] : [];
  });
}

// Created once, because `localeCompare` with options would create a collator for each comparison.
const numeric = new Intl.Collator("en", { numeric: true });

/** Sort order of two sizes: first sizes with numbers, in ascending order, then letter sizes from XXS to 5XL. */
export const bySize = (a: string, b: string): number =>
  LETTERS.indexOf(a) - LETTERS.indexOf(b) || numeric.compare(a, b);
