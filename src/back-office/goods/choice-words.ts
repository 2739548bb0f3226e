import type { Choices } from "~/shop/catalog/editing/colors-and-variants";
import { listsOf } from "./choice-fields";

/** Describes colors and sizes, e.g. "Black, Sand in XS, S, M", followed by ", 5 of 6 offered" if one variant is not sold. */
export function choiceWords(choices: Choices | null): string {
  if (!choices) return "";
  const { colors, sizes } = listsOf(choices);
  const all = Math.max(1, colors.length) * Math.max(1, sizes.length);
  const words = [colors.join(", "), sizes.join(", ")].filter(Boolean).join(" in ") || "No choice";
  return choices.pairs.length < all ? `${words}, ${choices.pairs.length} of ${all} offered` : words;
}
