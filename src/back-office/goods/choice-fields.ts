import type { Choices } from "~/shop/catalog/editing/colors-and-variants";
import { NO_CHOICE } from "~/shop/catalog/product";

/** Field name of the checkbox that sets whether a variant is sold. */
export const soldName = ({ size, color }: { size: string; color: string }): string =>
  `sold:${encodeURIComponent(size)}:${encodeURIComponent(color)}`;

/** Name of the field for the swatch of a color. */
export const swatchName = (color: string): string => `swatch:${encodeURIComponent(color)}`;

/** Whether a field belongs to sizes and colors. */
export const isOfChoices = (name: string): boolean =>
  name === "colors" || name === "sizes" || name.startsWith("sold:") || name.startsWith("swatch:");

const isReal = (name: string): boolean => name !== NO_CHOICE;

/** Colors and sizes of the variants' grids; an empty list is replaced by NO_CHOICE. */
export function gridOf(choices: Choices): { colors: string[]; sizes: string[] } {
  const { colors, sizes } = listsOf(choices);
  const orNone = (names: string[]) => (names.length > 0 ? names : [NO_CHOICE]);
  return { colors: orNone(colors), sizes: orNone(sizes) };
}

/** Whether a variant has a checkbox "sold"; the only variant of a product without colors and sizes has none. */
export const hasSoldBox = ({ size, color }: { size: string; color: string }): boolean => isReal(size) || isReal(color);

/** Colors and sizes in the order of their two lists, without NO_CHOICE. */
export function listsOf({ colors, pairs }: Choices): { colors: string[]; sizes: string[] } {
  return {
    colors: colors.map(({ name }) => name),
    sizes: [...new Set(pairs.map(({ size }) => size))].filter(isReal),
  };
}
