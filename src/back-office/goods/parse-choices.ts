import { Choices, namesIn, variantsOf } from "~/shop/catalog/editing/colors-and-variants";
import { guessSwatch } from "~/shop/catalog/editing/guess-swatch";
import { gridOf, hasSoldBox, listsOf, soldName, swatchName } from "./choice-fields";

/** Values of the fields of sizes and colors, by name. */
export function formatChoices(choices: Choices): Record<string, string> {
  const { colors, sizes } = listsOf(choices);
  const sold = new Set(choices.pairs.map(soldName));
  const grid = gridOf(choices);
  const all = grid.sizes
    .flatMap((size) => grid.colors.map((color) => ({ size, color })))
    .filter(hasSoldBox)
    .map(soldName);
  return {
    colors: colors.join(", "),
    sizes: sizes.join(", "),
    ...Object.fromEntries(choices.colors.map(({ name, swatch }) => [swatchName(name), swatch ?? ""])),
    ...Object.fromEntries(all.map((name) => [name, sold.has(name) ? "yes" : ""])),
  };
}

/**
 * Parses the colors and variants of a form; missing fields mean the stored values. The swatch of a new color is guessed from its
 * name; the member can change it later.
 */
export function parseChoices(
  typed: Record<string, string>,
  before: Choices,
): { value: Choices } | { error: string; field: string } {
  const lists = listsOf(before);
  const colors = typed.colors === undefined ? lists.colors : namesIn(typed.colors);
  const sizes = typed.sizes === undefined ? lists.sizes : namesIn(typed.sizes);
  const swatches = new Map(before.colors.map(({ name, swatch }) => [name, swatch]));
  const pairs = variantsOf(
    {
      colors,
      sizes,
      isSold(variant) {
        const box = typed[soldName(variant)];
        return box === undefined ? undefined : box === "yes";
      },
    },
    before.pairs,
  );
  const { data, error } = Choices.safeParse({
    colors: colors.map((name) => {
      const swatch = typed[swatchName(name)];
      const stands = swatches.has(name) ? (swatches.get(name) ?? null) : guessSwatch(name);
      return { name, swatch: swatch === undefined ? stands : swatch.trim() || null };
    }),
    pairs,
  });
  if (data) return { value: data };
  const [issue] = error.issues;
  const [list, index, part] = issue?.path ?? [];
  const color = colors[Number(index)];
  return {
    error: issue?.message ?? "This cannot be read.",
    field: part === "swatch" && color !== undefined ? swatchName(color) : list === "pairs" ? "sizes" : "colors",
  };
}
