import { givenColor, namedSize } from "../product";

/** Name of a variant with its product: "Gauntlet Leather Gloves, Black, L"; only the product's name for one without choices. */
export const variantName = (name: string, size: string, color: string): string =>
  [name, choiceName(size, color)].filter(Boolean).join(", ");

/** Name of a variant within its product: "Black, L"; empty without choices. */
export const choiceName = (size: string, color: string): string =>
  [givenColor(color), namedSize(size)].filter((part) => part !== "").join(", ");
