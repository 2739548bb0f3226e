import { type Priced, variantPrice } from "~/shop/catalog/pricing/pricing";
import { chosenVariant, NO_CHOICE, type Choice } from "~/shop/catalog/product";
import type { GiftCardWish } from "~/shop/gift-cards/bought-gift-card";
import { limits } from "~/shop/limits";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";

/** A variant of a product, with a quantity. */
export interface Line {
  product: string;
  name: string;
  size: string;
  color: string;
  /** Path relative to the API's base address, or an absolute address; empty when the product has no picture. */
  image: string;
  /** Number of pieces, from 1 to the bag's limit per line. */
  quantity: number;
  /** Price of one piece in cents, as last shown to the shopper. */
  price: Cents;
  /** For whom a gift card is; unset for goods. */
  giftCard?: LineGiftCard;
  /** Set for a present that an offer puts beside the bag; no bag keeps one. */
  isPresent?: true;
}

/** For whom a gift card of the bag is: the buyer, today and without words, as far as it is not said. */
export interface LineGiftCard extends GiftCardWish {
  /** Tells cards of the same amount apart. */
  key: string;
}

/** A line's gift card as a shopper may see it, in the bag or in an order. */
export type ShownGiftCard = Pick<GiftCardWish, "email" | "recipient" | "sendOn">;

/** Address of a line's picture, `width` pixels wide; empty if the line has none. Absolute addresses are used unchanged. */
export const pictureAddress = ({ image }: Pick<Line, "image">, width: number): string =>
  image === "" || /^https?:/.test(image) ? image : `/api/${image.replace(/^\//, "")}?width=${width}`;

/** Lines that a shopper wants to buy. */
export type Bag = Line[];

/** Product, color and size. */
export type VariantKey = Pick<Line, "product" | "size" | "color">;

/** Identity of a line: its variant; of a gift card also its key, since each has its own letter. */
export type LineKey = VariantKey & { giftCard?: Pick<LineGiftCard, "key"> };

export const isSameLine = (a: LineKey, b: LineKey): boolean =>
  a.product === b.product && a.size === b.size && a.color === b.color && a.giftCard?.key === b.giftCard?.key;

/** Data of a product needed to add it to the bag. */
export interface Addable extends Priced {
  id: string;
  name: string;
  variants: (Priced["variants"][number] & { image: string | null; stock?: number | null })[];
}

/**
 * Line for one piece of the chosen variant; `image` is used if the variant has no picture of its own.
 *
 * @throws {Refusal} `size-missing`; `combination-unavailable` when the variant is not sold, or sold out.
 */
export function lineFor(product: Addable, choice: Choice, image: string): Line {
  const variant = chosenVariant(product, choice);
  if (variant.stock === 0) throw new Refusal("combination-unavailable");
  return {
    product: product.id,
    name: product.name,
    size: variant.size || NO_CHOICE,
    color: variant.color || NO_CHOICE,
    image: variant.image ?? image,
    quantity: 1,
    price: variantPrice(product, variant),
  };
}

/** A line to add, with the available stock. */
export interface Addition {
  line: Line;
  left: number;
}

/**
 * Makes a line as `lineFor` does, and adds the available stock.
 *
 * @throws {Refusal} as `lineFor`.
 */
export const additionFor = (product: Addable, choice: Choice, image: string): Addition => ({
  line: lineFor(product, choice, image),
  left: chosenVariant(product, choice).stock ?? Infinity,
});

/**
 * Adds a line at the end of the bag. A line of the same variant is replaced by the new one, with the sum of both quantities.
 *
 * @throws {Refusal} `bag-full` when the bag has its maximum of lines, or the line would have more than `most` pieces.
 */
export function added(bag: Bag, line: Line, most: number = limits.bag.quantity): Bag {
  const there = bag.find((other) => isSameLine(other, line));
  const quantity = (there?.quantity ?? 0) + line.quantity;
  if (quantity > Math.min(most, limits.bag.quantity)) throw new Refusal("bag-full");
  if (there) return bag.map((other) => (other === there ? { ...line, quantity } : other));

  if (bag.length >= limits.bag.lines) throw new Refusal("bag-full");
  return [...bag, line];
}

/** The bag without the line of this key. */
export const removed = (bag: Bag, key: LineKey): Bag => bag.filter((line) => !isSameLine(line, key));

/** Sets the quantity of one line, or, by a key with only the product, of all its lines; limited to 1 … `most`. */
export const withQuantity = (
  bag: Bag,
  key: Pick<VariantKey, "product"> & Partial<VariantKey>,
  quantity: number,
  most: number = limits.bag.quantity,
): Bag =>
  bag.map((line) => {
    const meant =
      line.product === key.product && (key.size ?? line.size) === line.size && (key.color ?? line.color) === line.color;
    return meant && !line.giftCard ? { ...line, quantity: withinLimits(quantity, most) } : line;
  });

const withinLimits = (quantity: number, most: number) =>
  Math.min(Math.max(1, Math.trunc(quantity)), most, limits.bag.quantity);

/** The number on the bag icon: the sum of quantities. */
export const itemCount = (bag: Bag): number => bag.reduce((count, { quantity }) => count + quantity, 0);

/** Message about a bag with more pieces than one order may have; undefined for other bags. */
export function beyondOneOrder(bag: Bag, most: number): string | undefined {
  const pieces = itemCount(bag);
  return pieces > most ? `One order holds up to ${most} pieces, and your bag has ${pieces}.` : undefined;
}
