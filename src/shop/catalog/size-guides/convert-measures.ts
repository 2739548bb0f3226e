import type { Unit } from "./size-units";

/** A unit that can be read in the other one. */
export type LengthUnit = Exclude<Unit, "none">;

const CENTIMETERS = 2.54;
/** Below this many inches, as around a palm, a whole centimeter would be too coarse. */
const SHORT = 12;
const STEPS = { in: { long: 0.5, short: 0.1 }, cm: { long: 1, short: 0.5 } } as const;

/** Headings of columns that name sizes of other kinds and no length: "US", "EU", "Jeans waist", "Hat size". */
const NAMES_SIZES = /\b(?:sizes?|us|uk|eu|jeans|hat|shoes?|cut)\b/i;

/** Whether the values below a heading are lengths. */
export const isLength = (heading: string): boolean => !NAMES_SIZES.test(heading);

const NUMBER = /(\d{1,4})(?:\.(\d{1,3})| (\d)\/(\d))?/g;

/** A cell such as `36-37`, `30, 32` or `6 5/8` in the other unit; a cell without a number stays as it is. */
export function converted(cell: string, from: LengthUnit, to: LengthUnit): string {
  if (from === to) return cell;
  return cell
    .replace(/["″]/g, "")
    .replace(NUMBER, (_, whole: string, decimals?: string, over?: string, under?: string) => {
      const value = Number(`${whole}.${decimals ?? 0}`) + (under ? Number(over) / Number(under) : 0);
      return String(rounded(value, from, to));
    });
}

function rounded(value: number, from: LengthUnit, to: LengthUnit): number {
  const inches = from === "in" ? value : value / CENTIMETERS;
  const step = STEPS[to][inches < SHORT ? "short" : "long"];
  const exact = to === "in" ? inches : inches * CENTIMETERS;
  // Steps are tenths, so that the product of a step has no more decimals than one.
  return Math.round(Math.round(exact / step) * step * 10) / 10;
}

const IN_A_SENTENCE = /\b(\d[\d.]{0,5})( to |-| and )(\d[\d.]{0,5}) inches\b/g;

/** A sentence such as "Your waist measures 25 to 27 inches." in the other unit. */
export function convertedWords(words: string, from: LengthUnit, to: LengthUnit): string {
  if (from !== "in" || to !== "cm") return words;
  return words
    .replace(IN_A_SENTENCE, (_, least: string, between: string, most: string) =>
      [converted(least, from, to), between, converted(most, from, to), " centimeters"].join(""),
    )
    .replace(/\bin inches\b/g, "in centimeters");
}
