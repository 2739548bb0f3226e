import { composed } from "~/shop/folded-text";
import type { Cents } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import { Refusal } from "~/shop/refusal";
import type { LineKind, ProductKind } from "./product-kind";
import type { Edited, Fields, productFields, Public, ValuesOf, variantFields } from "./product-fields";

type EditedPublic<F extends Fields> = Public<F> & Edited<F>;

/** One size and color of a product, with its own price and stock. A sale price of zero excludes it from the product's sale. */
export interface Variant extends ValuesOf<typeof variantFields, EditedPublic<typeof variantFields>> {
  id: number;
  size: string;
  color: string;
  image: string | null;
  /** Number of pieces left; null means unlimited. */
  stock: number | null;
}

export interface ProductColor {
  name: string;
  /** CSS color; null shows a neutral color. */
  swatch: string | null;
  images: string[];
}

/** A product of the shop with its public fields; a sale price of 0 means none. */
export interface Product extends ValuesOf<typeof productFields, EditedPublic<typeof productFields>> {
  id: string;
  images: string[];
  colors: ProductColor[];
  /** Variants in the merchant's order; a product without choices has one variant, with size and color 'default'. */
  variants: Variant[];
  category: { id: string; name: string; parent: { id: string; name: string } | null };
  type: "top" | "bottom" | null;
  kind: ProductKind;
  kindForTax: LineKind;
  publishedStatus: "published";
  createdAt: Date;
  /** Number of approved reviews, and their average from 1 to 5. */
  reviews: { count: number; average: number };
}

/** Size and color of a product without choices. */
export const NO_CHOICE = "default";
/** Size of products that come in one size only. */
export const ALL_SIZES = "All Sizes";

/** A product in a grid or row, limited to the fields that a card needs. */
export interface Card {
  id: string;
  name: string;
  address: string;
  /** The product's price and sale price, from which `pricing.ts` computes the shown price. */
  price: Cents | null;
  salePrice: Cents | null;
  material: string;
  colors: { name: string; swatch: string | null; front: Picture | null; back: Picture | null }[];
  /** Front and back picture of a product without colors. */
  front: Picture | null;
  back: Picture | null;
  variants: Pick<Variant, "size" | "color" | "price" | "salePrice" | "stock" | "image">[];
  category: { id: string; name: string; parent: string | null };
  /** Set for the gift card, for which a page asks for whom it is. */
  isGiftCard?: true;
  isNew: boolean;
  soldOut: boolean;
  lowStock: boolean;
  /** Sentence of the first offer that the product is in; unset without one. */
  offer?: string;
  rating: number;
  reviews: number;
  createdAt: string;
}

/** A shopper's choice on a product page or a card. */
export interface Choice {
  size?: string | undefined;
  color?: string | undefined;
}

/** Size and color that a variant or line has. */
type SizeAndColor = Pick<Variant, "size" | "color">;

/** Slug of a name: each run of characters other than letters and digits becomes a hyphen ('A & B' → 'a-b'). */
export const slug = (name: string): string =>
  composed(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");

/**
 * Handle made from a name, without hyphens at its ends, because spreadsheets read a leading one as a formula; empty for a name
 * without letters and digits.
 */
export const handleOfName = (name: string): string => slug(name).replace(/^-|-$/g, "");

/** Path of a product: /product/{slug}-{id}, with parameters if a choice is given. That of the gift card leads on to its own page. */
export const productAddress = ({ id, name }: { id: string; name: string }, choice: Choice = {}): string =>
  atChoice(`/product/${encodeURIComponent(slug(name))}-${id}`, choice);

/** A product's path with parameters for a choice. */
export function atChoice(address: string, choice: Choice): string {
  const fields = choiceFields(choice);
  return fields.length > 0 ? `${address}?${new URLSearchParams(fields)}` : address;
}

/** A choice as address parameters in a fixed order, without sizes or colors that are no choice. */
export const choiceFields = ({ color, size }: Choice): [name: "color" | "size", value: string][] =>
  (["color", "size"] as const).flatMap((name) => {
    const value = { color, size }[name];
    return value && value !== NO_CHOICE ? [[name, value] as ["color" | "size", string]] : [];
  });

/** Product id in a path: the part after the last hyphen. */
export const productIdIn = (productNameId: string): string => productNameId.slice(productNameId.lastIndexOf("-") + 1);

/** Sizes of a product in the merchant's order; empty for a product without sizes. */
export const sizesOf = (product: { variants: { size: string }[] }): string[] =>
  [...new Set(product.variants.map(({ size }) => size))].filter((size) => size !== NO_CHOICE);

/** Colors of a product in the merchant's order; empty for a product without colors. */
export const colorsOf = (product: { variants: { color: string }[] }): string[] =>
  [...new Set(product.variants.map(({ color }) => color))].filter((color) => color !== NO_CHOICE);

/**
 * Finds the variant that a shopper chose. Without a chosen color it takes the first color. The size may be missing only if the
 * product has no sizes, or 'All Sizes' alone.
 *
 * @throws {Refusal} `size-missing` when a size has to be chosen, `combination-unavailable` when the variant is not sold.
 */
export function chosenVariant<V extends { size: string; color: string }>(
  product: { variants: V[] },
  choice: Choice,
): V {
  const sizes = sizesOf(product);
  const colors = colorsOf(product);
  const size =
    choice.size ??
    (sizes.length === 0 ? NO_CHOICE : sizes.length === 1 && sizes[0] === ALL_SIZES ? ALL_SIZES : undefined);
  if (!size) throw new Refusal("size-missing");

  const color = choice.color ?? (colors.length === 0 ? NO_CHOICE : colors[0]);
  const variant = product.variants.find((entry) => entry.size === size && entry.color === color);
  if (!variant) throw new Refusal("combination-unavailable");
  return variant;
}

/** Whether no variant has stock left. */
export const isSoldOut = (variants: { stock: number | null }[]): boolean =>
  variants.length > 0 && variants.every(({ stock }) => stock === 0);

/**
 * The product with its stock as pages show it: a level above the low mark is replaced by the low mark plus one, so that most
 * sales do not change cached pages.
 */
export const withPublicStock = <P extends { variants: { stock: number | null }[] }>(
  product: P,
  lowMark: number,
): P => ({
  ...product,
  variants: product.variants.map((variant) => ({
    ...variant,
    stock: variant.stock === null ? null : Math.min(variant.stock, lowMark + 1),
  })),
});

const SIZE_LIKE =
  /^(?:\d+(?:\.\d+)?|x{0,4}s|x{0,4}l|m|\d+xl|(?:x{0,3}s|m|x{0,3}l)(?:[/-](?:x{0,3}s|m|x{0,3}l))+|\d+ ?ml|all sizes|one size)$/i;

/** Whether a word looks like a size: "M", "32", "2XL". */
export const isSizeWord = (word: string): boolean => SIZE_LIKE.test(word.trim());

const isNoChoice = (word: string): boolean => word.trim() === "" || word.toLowerCase() === NO_CHOICE;

/** Color of a variant or line as the merchant named it: empty if it is none. */
export const givenColor = (color: string): string => (isNoChoice(color) ? "" : color);

/** Color of a variant or line in words for shoppers: empty if it is none, or looks like a size. */
export const namedColor = (color: string): string => (isNoChoice(color) || SIZE_LIKE.test(color.trim()) ? "" : color);

/** Size of a variant or line in words: empty if there is only one. */
export const namedSize = (size: string): string => (isNoChoice(size) || size === ALL_SIZES ? "" : size);

/** Label of a color where one is chosen, and in the bag, which have a place for it: 'Default' if it is none, or looks like a size. */
export const shownColor = (color: string): string => namedColor(color) || "Default";

/** Label of a size in the bag, which has a place for it: 'Default' if there is only one. */
export const shownSize = (size: string): string => namedSize(size) || "Default";

/** Color and size of a variant or line in words, those that it has: empty for goods in one size and color. */
export const choiceParts = ({ size, color }: SizeAndColor): string[] =>
  [namedColor(color), namedSize(size)].filter((word) => word !== "");

/** Label of a size that can be chosen: 'All Sizes' becomes 'One Size'. */
export const offeredSize = (size: string): string => (size === ALL_SIZES ? "One Size" : size);

/** Name of a variant, such as "Ash / L"; empty for a product without choices. */
export const nameOfVariant = (variant: SizeAndColor): string => choiceParts(variant).join(" / ");

/** Paths of the pictures for a color: the color's own, or else the pictures of the product that belong to no color. */
export const imagesOfColor = (
  { images, colors }: Pick<Product, "images" | "colors">,
  color: Pick<ProductColor, "images">,
): string[] =>
  color.images.length > 0
    ? color.images
    : images.filter((path) => !colors.some((other) => other.images.includes(path)));

/** Path of a variant's picture: its own, else the color's, else the product's; empty if there is none. */
export const pictureOfVariant = (
  product: Pick<Product, "colors" | "images">,
  variant: Pick<Variant, "color" | "image">,
): string =>
  variant.image ?? product.colors.find(({ name }) => name === variant.color)?.images[0] ?? product.images[0] ?? "";
