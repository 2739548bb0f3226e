import { countedPrice, shownPrice } from "~/shop/catalog/pricing/pricing";
import { ALL_SIZES, type Card, type Choice, NO_CHOICE, sizesOf } from "~/shop/catalog/product";
import { type Cents, sum } from "~/shop/money";

/** A saved product that goes into the bag, and the sizes to ask for first; none when there is nothing to choose. */
export interface Wanted {
  card: Card;
  /** Colors of which something can be had; empty where there are none to choose from. */
  colors: string[];
  color: string | undefined;
  image: string;
  sizes: SizeOption[];
}

export interface SizeOption {
  size: string;
  isSoldOut: boolean;
  /** Price that the bag will count, in cents. */
  price: Cents;
}

/** The saved products that can still be had, each in its first color that is not sold out. */
export const wantedOf = (cards: Card[]): Wanted[] =>
  cards.filter(({ soldOut }) => !soldOut).map((card) => wantedIn(card, colorsInStock(card)[0]));

/** A saved product in one of its colors. */
export function wantedIn(card: Card, color: string | undefined): Wanted {
  const front = card.colors.find(({ name }) => name === color)?.front ?? card.front;
  return { card, colors: colorsInStock(card), color, image: front?.path ?? "", sizes: sizeOptions(card, color) };
}

const colorsInStock = ({ variants }: Card): string[] => [
  ...new Set(variants.flatMap(({ color, stock }) => (stock !== 0 && color !== NO_CHOICE ? [color] : []))),
];

/** Whether something of these has to be chosen first. */
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

/** The choice that a pick and the chosen size make. */
export const choiceOf = ({ color, sizes }: Wanted, size: string | undefined): Choice => ({
  color,
  ...(sizes.length > 0 && { size: size || undefined }),
});

/** Chosen sizes by product id. */
export type ChosenSizes = Record<string, string>;

/** Sum that the wishlist shows for all of it, in cents, before sizes are chosen. */
export const shownSum = (wanted: Wanted[]): Cents =>
  sum(wanted.map(({ card, color }) => shownPrice(card, "wishlist", { color }).now));

/** Sum that the bag will count for all of it in the chosen sizes, in cents; nothing while that depends on a size not yet chosen. */
export function countedSum(wanted: Wanted[], sizes: ChosenSizes): Cents | null {
  const prices = wanted.map((one) => countedPrice(one.card, choiceOf(one, sizes[one.card.id])));
  const known = prices.filter((price) => price !== null);
  return known.length === prices.length ? sum(known) : null;
}
