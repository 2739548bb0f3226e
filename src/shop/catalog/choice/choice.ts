import { type Cents, cents } from "~/shop/money";
import { type Priced, variantPrice } from "../pricing/pricing";
import { ALL_SIZES, type Choice, choiceFields, colorsOf, offeredSize, sizesOf } from "../product";

interface Choosable extends Priced {
  variants: (Priced["variants"][number] & { stock: number | null })[];
}

/** Variants whose sizes and colors are offered. */
interface Offered {
  variants: { size: string; color: string }[];
}

/** A size, as it is offered in one color. */
export interface SizeOffer {
  size: string;
  label: string;
  /** Difference in cents to the price that is shown before a size is chosen; negative for a cheaper size. */
  surcharge: Cents;
  isSoldOut: boolean;
  /** Whether the size is not made in this color. */
  isMissing: boolean;
}

/** The sizes of a product as they are offered in a color, in the merchant's order. */
export function sizeOffers(product: Choosable, color: string | undefined): SizeOffer[] {
  const ofColor = product.variants.filter((variant) => color === undefined || variant.color === color);
  const [first] = ofColor;
  return sizesOf(product).map((size) => {
    const variant = ofColor.find((entry) => entry.size === size);
    return {
      size,
      label: offeredSize(size),
      surcharge: first && variant ? cents(variantPrice(product, variant) - variantPrice(product, first)) : cents(0),
      isSoldOut: variant?.stock === 0,
      isMissing: variant === undefined,
    };
  });
}

/** Initial choice: the first color, and the size of a product in one size for all (`ALL_SIZES`). */
export function firstChoice(product: Offered): Choice {
  const sizes = sizesOf(product);
  return { color: colorsOf(product)[0], size: sizes.length === 1 && sizes[0] === ALL_SIZES ? ALL_SIZES : undefined };
}

/** Variant of a choice; undefined while its size or color is missing, or if the variant is not sold. */
export const variantOf = <V extends { size: string; color: string }>(
  { variants }: { variants: V[] },
  { size, color }: Choice,
): V | undefined => {
  const hasSizes = sizesOf({ variants }).length > 0;
  const hasColors = colorsOf({ variants }).length > 0;
  return variants.find((entry) => (!hasSizes || entry.size === size) && (!hasColors || entry.color === color));
};

/**
 * Choice named by `color` and `size` in an address, which must be spelled as in the product. Without `color` the first color is
 * meant. If the variant is not sold, only the color is chosen; if the color is not sold, the initial choice applies.
 */
export function choiceIn(product: Offered, parameters: URLSearchParams): Choice {
  const first = firstChoice(product);
  const named = parameters.get("color");
  const color = named === null ? first.color : colorsOf(product).find((name) => name === named);
  if (named !== null && color === undefined) return first;
  const size = sizesOf(product).find((name) => name === parameters.get("size"));
  return size !== undefined && variantOf(product, { color, size }) ? { color, size } : { ...first, color };
}

/** Normalized address parameters of a choice; empty for the initial choice. */
export function plainFields(product: Offered, parameters: URLSearchParams): [name: string, value: string][] {
  const [choice, first] = [choiceIn(product, parameters), firstChoice(product)];
  return choice.color === first.color && choice.size === first.size ? [] : choiceFields(choice);
}

/** Part of the choice that is missing before a product can be added; null if complete. */
export function missingChoice(product: Offered, { size, color }: Choice): "size" | "color" | null {
  if (colorsOf(product).length > 0 && color === undefined) return "color";
  return sizesOf(product).length > 0 && size === undefined ? "size" : null;
}
