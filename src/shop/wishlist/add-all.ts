import { countedPrice, shownPrice } from "~/shop/catalog/pricing/pricing";
import { ALL_SIZES, type Card, type Choice, NO_CHOICE, sizesOf } from "~/shop/catalog/product";
import { type Cents, sum } from "~/shop/money";

/** A saved product to be added to the bag, with the sizes to choose from; no sizes if it has only one. */
export interface Wanted {
  card: Card;
  /** Colors in stock; empty for a product without colors. */
  colors: string[];
  color: string | undefined;
  image: string;
  sizes: SizeOption[];
}

export interface SizeOption {
  size: string;
  isSoldOut: boolean;
  /** Price in cents that the bag will charge for this size. */
  price: Cents;
}

/** Available goods of the wishlist; without the gift card, which is chosen on its page. Each is in its first color in stock. */
export const wantedOf = (cards: Card[]): Wanted[] =>
  cards
    .filter(({ soldOut, isGiftCard }) => !soldOut && !isGiftCard)
    .map((card) => wantedIn(card, colorsInStock(card)[0]));

/** A saved product with one of its colors selected. */
export function wantedIn(card: Card, color: string | undefined): Wanted {
  const front = card.colors.find(({ name }) => name === color)?.front ?? card.front;
  return { card, colors: colorsInStock(card), color, image: front?.path ?? "", sizes: sizeOptions(card, color) };
}

const colorsInStock = ({ variants }: Card): string[] => [
  ...new Set(variants.flatMap(({ color, stock }) => (stock !== 0 && color !== NO_CHOICE ? [color] : []))),
];

/** Whether a size or a color of any product has to be chosen first. */
export const asksFirst = (wanted: Wanted[]): boolean =>
  wanted.some(({ sizes, colors }) => sizes.length > 0 || colors.length > 1);

const sizeOptions = (card: Card, color: string | undefined): SizeOption[] =>
  sizesOf(card)
    .filter((size) => size !== ALL_SIZES)
    .flatMap((size) => {
      const variant = card.variants.find((entry) => entry.size === size && isColor(entry.color, color));
      const price = countedPrice(card, { size, color });
      return variant && price !== null ? [{ size, isSoldOut: variant.stock === 0, price }] : [];
    });

const isColor = (color: string, wanted: string | undefined) => wanted === undefined || color === wanted;

/** Combines the selected color with the chosen size. */
export const choiceOf = ({ color, sizes }: Wanted, size: string | undefined): Choice => ({
  color,
  ...(sizes.length > 0 && { size: size || undefined }),
});

/** Chosen sizes by product id. */
export type ChosenSizes = Record<string, string>;

/** Sum in cents to show before sizes are chosen. */
export const shownSum = (wanted: Wanted[]): Cents =>
  sum(wanted.map(({ card, color }) => shownPrice(card, "wishlist", { color }).now));

/** Sum in cents that the bag will charge; null while a size that affects the price is missing. */
export function countedSum(wanted: Wanted[], sizes: ChosenSizes): Cents | null {
  const prices = wanted.map((one) => countedPrice(one.card, choiceOf(one, sizes[one.card.id])));
  const known = prices.filter((price) => price !== null);
  return known.length === prices.length ? sum(known) : null;
}
