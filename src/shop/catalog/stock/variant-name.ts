import { ALL_SIZES, NO_CHOICE } from "../product";

/** Name of a variant with its product: "Gauntlet Leather Gloves, Black, L"; only the product's name for one without choices. */
export const variantName = (name: string, size: string, color: string): string =>
  [name, choiceName(size, color)].filter(Boolean).join(", ");

/** Name of a variant within its product: "Black, L"; empty without choices. */
export const choiceName = (size: string, color: string): string =>
  [color, size].filter((part) => part !== NO_CHOICE && part !== ALL_SIZES).join(", ");
