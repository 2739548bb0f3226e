import { z } from "zod";
import { folded } from "~/shop/folded-text";
import { PlainLine } from "~/shop/plain-text";
import { NO_CHOICE } from "../product";
import { COLOR_NAMES } from "./color-names";

const word = (what: string, most: number) =>
  PlainLine(most, { tooLong: `Use at most ${most} characters for a ${what}.` })
    .min(1, `Give each ${what} a name.`)
    .regex(/^[^<>]*$/, `Write each ${what} in plain text.`);

/**
 * Whether a text is a CSS color in one of the forms that merchants use: hexadecimal as #rrggbb, a function such as `rgb()`, or a
 * name.
 */
export const isSwatch = (text: string): boolean =>
  /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(rgb|hsl|oklch|lab)a?\([\d.,%\s/a-z-]{1,60}\))$/i.test(text) ||
  COLOR_NAMES.has(text.toLowerCase());

/** Maximum number of colors, sizes and variants of one product. */
export const MOST_VARIANTS = 600;

/** Schema of the sold colors, in order, and of the sold variants, in the form that the log stores. */
export const Choices = z
  .object({
    colors: z
      .array(
        z.object({
          name: word("color", 60),
          swatch: z
            .string()
            .refine(isSwatch, "Write a color code such as #b7410e, or a name that browsers know, such as tan.")
            .nullable(),
        }),
      )
      .max(60, "Use at most 60 colors."),
    pairs: z
      .array(z.object({ size: word("size", 40), color: word("color", 60) }))
      .min(1, "Offer at least one size and color, or put the product away.")
      .max(MOST_VARIANTS, `Use at most ${MOST_VARIANTS} variants: one size in one color each.`),
  })
  .refine(({ colors }) => isDistinct(colors.map(({ name }) => name)), "Name each color once.")
  .refine(({ pairs }) => isDistinct(pairs.map(({ size, color }) => `${size}\n${color}`)), "Name each size once.")
  .refine(({ pairs }) => differsByMoreThanCase(pairs.map(({ size }) => size)), {
    error: "Two sizes differ by upper and lower case only: write them in the same way.",
  });
export type Choices = z.output<typeof Choices>;

/** Whether different names are also different when they are compared. */
const differsByMoreThanCase = (names: string[]): boolean => {
  const different = [...new Set(names)];
  return isDistinct(different.map(folded));
};
const isDistinct = (names: string[]): boolean => new Set(names).size === names.length;

type Variant = Choices["pairs"][number];

interface Wanted {
  colors: string[];
  sizes: string[];
  /**
   * Whether the variant's checkbox is ticked. Undefined if it has no checkbox: such a variant stays sold or unsold, and becomes
   * sold if its size or color is new.
   */
  isSold(variant: Variant): boolean | undefined;
}

/** Sold variants among all combinations of the given colors and sizes. */
export function variantsOf({ colors, sizes, isSold }: Wanted, before: Variant[]): Variant[] {
  const known = { sizes: new Set(before.map(({ size }) => size)), colors: new Set(before.map(({ color }) => color)) };
  const sold = new Set(before.map(keyOf));
  const orNone = (names: string[]) => (names.length === 0 ? [NO_CHOICE] : names);
  return orNone(sizes)
    .flatMap((size) => orNone(colors).map((color) => ({ size, color })))
    .filter((variant) => {
      const isNew = !known.sizes.has(variant.size) || !known.colors.has(variant.color);
      return isSold(variant) ?? (isNew || sold.has(keyOf(variant)));
    });
}

const keyOf = ({ size, color }: Variant): string => `${size}\n${color}`;

/** Splits typed text into names at commas, semicolons and line breaks, without empty and repeated names. */
export const namesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,;\n]/)
      .map((name) => name.trim().replace(/\s+/g, " "))
      .filter(Boolean),
  ),
];
