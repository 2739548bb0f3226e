import { type Cents, cents } from "../money";
import { ALL_SIZES, type Choice, colorsOf, offeredSize, priceOf, sizesOf } from "./product";

interface Choosable {
  price?: Cents | null;
  salePrice: Cents | null;
  variants: { size: string; color: string; price: Cents | null; stock: number | null }[];
}

/** A size as it is offered in one color. */
export interface SizeOffer {
  size: string;
  label: string;
  /** What it costs more than the cheapest size of this color, in cents. */
  surcharge: Cents;
  isSoldOut: boolean;
  /** Not made in this color. */
  isMissing: boolean;
}

/** The sizes of a product as they are offered in a color, in the merchant's order. */
export function sizeOffers(product: Choosable, color: string | undefined): SizeOffer[] {
  const ofColor = product.variants.filter((variant) => color === undefined || variant.color === color);
  const lowest = Math.min(...ofColor.map((variant) => priceOf(product, variant)));
  return sizesOf(product).map((size) => {
    const variant = ofColor.find((entry) => entry.size === size);
    return {
      size,
      label: offeredSize(size),
      surcharge: variant ? cents(priceOf(product, variant) - lowest) : cents(0),
      isSoldOut: variant?.stock === 0,
      isMissing: variant === undefined,
    };
  });
}

/** What is chosen before anybody chose: the first color, and the size when everything comes in one. Spec §4, Decisions §10. */
export function firstChoice(product: Pick<Choosable, "variants">): Choice {
  const sizes = sizesOf(product);
  return { color: colorsOf(product)[0], size: sizes.length === 1 && sizes[0] === ALL_SIZES ? ALL_SIZES : undefined };
}

/** The variant of a choice; nothing while a size is missing or for a pair that is not sold. */
export const variantOf = <V extends { size: string; color: string }>(
  { variants }: { variants: V[] },
  { size, color }: Choice,
): V | undefined => {
  const hasSizes = sizesOf({ variants }).length > 0;
  const hasColors = colorsOf({ variants }).length > 0;
  return variants.find((entry) => (!hasSizes || entry.size === size) && (!hasColors || entry.color === color));
};

/** The variant whose price stands there: the chosen one, else the first of the chosen color. Decisions §7. */
export const pricedVariant = <V extends { size: string; color: string }>(
  product: { variants: V[] },
  choice: Choice,
): V | undefined => variantOf(product, choice) ?? product.variants.find(({ color }) => color === choice.color);

/** What still has to be chosen before a product can be added. Spec §4. */
export function missingChoice(product: Pick<Choosable, "variants">, { size, color }: Choice): "size" | "color" | null {
  if (colorsOf(product).length > 0 && color === undefined) return "color";
  return sizesOf(product).length > 0 && size === undefined ? "size" : null;
}
