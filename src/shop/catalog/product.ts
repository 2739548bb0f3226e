import type { Cents } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import { Refusal } from "~/shop/refusal";

/** One size and color of a product, with its own price and stock. */
export interface Variant {
  id: number;
  size: string;
  color: string;
  price: Cents | null;
  /** Unset, the product's counts; zero takes this variant out of the product's sale. */
  salePrice: Cents | null;
  image: string | null;
  sku: string;
  /** Its GTIN; empty where none is known. */
  barcode: string;
  /** How many are left; null means unlimited. */
  stock: number | null;
}

export interface ProductColor {
  name: string;
  /** A color the browser understands; null falls back to a neutral. */
  swatch: string | null;
  images: string[];
}

/** A product as the shop knows it; what it cost the merchant is not part of it. */
export interface Product {
  id: string;
  name: string;
  description: string;
  materials: string;
  details: string[];
  care: string;
  fit: string;
  images: string[];
  colors: ProductColor[];
  /** In the merchant's order; one of size and color 'default' when the product has no choice. */
  variants: Variant[];
  price: Cents | null;
  /** Counts only above zero, and for variants without a sale price of theirs. */
  salePrice: Cents | null;
  sku: string;
  weightGrams: number | null;
  category: { id: string; name: string; parent: { id: string; name: string } | null };
  type: "top" | "bottom" | null;
  kindForTax: "clothing" | "footwear" | "protective" | "accessory";
  headwear: boolean;
  finalSale: boolean;
  newArrivals: boolean;
  bestSeller: boolean;
  publishedStatus: "published";
  createdAt: Date;
  sizeChart: string[];
  /** Stored, approved reviews of this product: how many, and their average from 1 to 5. */
  reviews: { count: number; average: number };
  styleWith: boolean;
  styleWithProducts: string[];
}

/** Size and color of a product that offers no choice. */
export const NO_CHOICE = "default";
/** The size key of products that come in one size. */
export const ALL_SIZES = "All Sizes";

/** A product in a grid, a carousel or a row: the fields that a card needs and no others. */
export interface Card {
  id: string;
  name: string;
  address: string;
  /** The product's own price and sale price, as `pricing.ts` reads them: what is shown depends on the place and the choice. */
  price: Cents | null;
  salePrice: Cents | null;
  material: string;
  colors: { name: string; swatch: string | null; front: Picture | null; back: Picture | null }[];
  /** Front and back when the product has no colors. */
  front: Picture | null;
  back: Picture | null;
  variants: Pick<Variant, "size" | "color" | "price" | "salePrice" | "stock" | "image">[];
  category: { id: string; name: string; parent: string | null };
  isNew: boolean;
  soldOut: boolean;
  lowStock: boolean;
  rating: number;
  reviews: number;
  createdAt: string;
}

/** A shopper's choice on a product page or a card. */
export interface Choice {
  size?: string | undefined;
  color?: string | undefined;
}

/** 'A & B' → 'a-b': every run of characters other than letters and digits is one hyphen. */
export const slug = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");

/** The handle that a name makes: a hyphen is never at its ends, where spreadsheets take one for a formula; empty without letters. */
export const handleOfName = (name: string): string => slug(name).replace(/^-|-$/g, "");

/** Where a product is found: /product/{slug}-{id}; with a choice, where its page opens at that color and size. */
export const productAddress = ({ id, name }: { id: string; name: string }, choice: Choice = {}): string =>
  atChoice(`/product/${encodeURIComponent(slug(name))}-${id}`, choice);

/** A product's plain address, opened at a choice. */
export function atChoice(address: string, choice: Choice): string {
  const fields = choiceFields(choice);
  return fields.length > 0 ? `${address}?${new URLSearchParams(fields)}` : address;
}

/** A choice as the parameters of an address, in one order; without those of which there is nothing to choose. */
export const choiceFields = ({ color, size }: Choice): [name: "color" | "size", value: string][] =>
  (["color", "size"] as const).flatMap((name) => {
    const value = { color, size }[name];
    return value && value !== NO_CHOICE ? [[name, value] as ["color" | "size", string]] : [];
  });

/** The id in a product's address: the last segment between dashes. */
export const productIdIn = (productNameId: string): string => productNameId.slice(productNameId.lastIndexOf("-") + 1);

/** The sizes a product is sold in, in the merchant's order; none when there is no choice. */
export const sizesOf = (product: { variants: { size: string }[] }): string[] =>
  [...new Set(product.variants.map(({ size }) => size))].filter((size) => size !== NO_CHOICE);

/** The colors a product is sold in, in the merchant's order; none when there is no choice. */
export const colorsOf = (product: { variants: { color: string }[] }): string[] =>
  [...new Set(product.variants.map(({ color }) => color))].filter((color) => color !== NO_CHOICE);

/**
 * The variant a shopper chose. A product without a choice needs none; one size or one color only need not be named.
 *
 * @throws {Refusal} `size-missing` when no size was picked, `combination-unavailable` when the variant is not sold.
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

/** True when nothing of it can be sold any more. */
export const isSoldOut = (variants: { stock: number | null }[]): boolean =>
  variants.length > 0 && variants.every(({ stock }) => stock === 0);

/** True when no variant has more than the low mark left and at least one has some. */
export const isLowOnStock = (variants: { stock: number | null }[], lowMark: number): boolean =>
  variants.every(({ stock }) => stock !== null && stock <= lowMark) && variants.some(({ stock }) => (stock ?? 0) > 0);

/**
 * The product with as much of its stock as documents show: a variant with more than the low mark left counts as the low mark and one, so
 * that its sale changes no document.
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

/** Whether a word is a size by its looks, as "M", "32" or "2XL" are. */
export const isSizeWord = (word: string): boolean => SIZE_LIKE.test(word.trim());

/** A color as shown: 'Default' when it is empty, 'default', or looks like a size. Whole values only. */
export const shownColor = (color: string): string =>
  color.trim() === "" || color.toLowerCase() === NO_CHOICE || SIZE_LIKE.test(color.trim()) ? "Default" : color;

/** A size as shown on a bag line: 'Default' when it is empty, 'default' or 'All Sizes'. */
export const shownSize = (size: string): string =>
  size.trim() === "" || size.toLowerCase() === NO_CHOICE || size === ALL_SIZES ? "Default" : size;

/** A size where it is chosen: 'All Sizes' is offered as 'One Size'. */
export const offeredSize = (size: string): string => (size === ALL_SIZES ? "One Size" : size);

/** A size and color in words, such as "Ash / L"; empty where there is no choice. */
export const nameOfVariant = ({ size, color }: { size: string; color: string }): string =>
  [shownColor(color), shownSize(size)].filter((word) => word !== "Default").join(" / ");

/** The path of the picture that shows a variant: its own, else its color's, else the product's; empty when there is none. */
export const pictureOfVariant = (
  product: Pick<Product, "colors" | "images">,
  variant: Pick<Variant, "color" | "image">,
): string =>
  variant.image ?? product.colors.find(({ name }) => name === variant.color)?.images[0] ?? product.images[0] ?? "";
