import { type Cents, cents } from "~/shop/money";
import { type Choice, colorsOf } from "../product";

/** The dearest that a piece may be, in cents: prices, sale prices and costs, typed, imported or reckoned. */
export const MOST_PRICE = cents(99_999_99);

/** The facts of a product that its price needs: as the shop, a card or the bag knows it. */
export interface Priced {
  /** The product's own, in cents: counts for variants without a price of theirs. */
  price?: Cents | null;
  /** In cents; counts only above zero, for every variant without a sale price of its own. */
  salePrice: Cents | null;
  variants: Variant[];
}

interface Variant {
  size: string;
  color: string;
  price: Cents | null;
  /** In cents; unset, the product's counts, and zero takes the variant out of the product's sale. */
  salePrice: Cents | null;
}

type OwnPrices = Pick<Priced, "price" | "salePrice">;
type VariantPrices = Pick<Variant, "price" | "salePrice">;

/**
 * Price of one piece of a variant, in cents, and the only one that the bag counts: its sale price, else its own, else the product's, else
 * 0.
 */
export const priceOf = (product: OwnPrices, variant: VariantPrices): Cents =>
  saleOf(product, variant) ?? regularPrice(product, variant);

/** Price of a variant before the sale, in cents; nothing when it is not on sale, or was not dearer. */
export function priceBefore(product: OwnPrices, variant: VariantPrices): Cents | null {
  const before = regularPrice(product, variant);
  const now = saleOf(product, variant);
  return now !== null && before > now ? before : null;
}

/** Whether a sale price takes nothing off: shoppers would pay it although the price is lower, and no sale would show. */
export const isSaleAbovePrice = (product: OwnPrices, variant: VariantPrices): boolean => {
  const [sale, regular] = [saleOf(product, variant), variant.price ?? product.price ?? null];
  return sale !== null && regular !== null && sale > regular;
};

/** Advice about a sale price that takes nothing off. */
export const saleAboveWords = "The sale price has to be below the price.";

function saleOf(product: OwnPrices, variant: VariantPrices): Cents | null {
  const sale = variant.salePrice ?? product.salePrice;
  return sale !== null && sale > 0 ? sale : null;
}

const regularPrice = ({ price }: OwnPrices, variant: VariantPrices): Cents => variant.price ?? price ?? cents(0);

/** By which of its variants a product is priced in a place where several of different prices may be meant. */
const STANDS_FOR = {
  listing: "lowest",
  suggestion: "lowest",
  home: "first",
  rail: "first",
  wishlist: "first",
  film: "first",
  product: "first",
} as const;

/** Where a product's price is shown. */
export type PricePlace = keyof typeof STANDS_FOR;

export const pricePlaces = Object.keys(STANDS_FOR) as PricePlace[];

declare const shown: unique symbol;

/** A price as it stands on a screen. Made here only, so that no screen picks another one. */
export interface ShownPrice {
  readonly now: Cents;
  /** Price before the sale; nothing when it is not on sale. */
  readonly was: Cents | null;
  /** The prefix where a variant may cost more. */
  readonly isFrom: boolean;
  readonly [shown]: true;
}

const shownAs = (price: { now: Cents; was: Cents | null; isFrom: boolean }) => price as ShownPrice;

/**
 * The price of a product in a place: that of the chosen variant; until one is known, the lowest or the first of those that the
 * choice leaves, as the place has it.
 */
export function shownPrice(product: Priced, place: PricePlace, choice: Choice = {}): ShownPrice {
  const variants = variantsFor(product, choice);
  const [first] = STANDS_FOR[place] === "lowest" ? variants.toSorted(byPrice(product)) : variants;
  const variant = first ?? NO_VARIANT;
  const differ = variants.some((other) => priceOf(product, other) !== priceOf(product, variant));
  return shownAs({
    now: priceOf(product, variant),
    was: priceBefore(product, variant),
    isFrom: STANDS_FOR[place] === "lowest" && differ,
  });
}

/** The price of what has been chosen for good, such as a line of the bag. */
export const settledPrice = (now: Cents): ShownPrice => shownAs({ now, was: null, isFrom: false });

/** Price by which listings are ordered and filtered, in cents: the one they show. */
export const listingPrice = (product: Priced): Cents => shownPrice(product, "listing").now;

/**
 * Price that the bag will count for one piece, in cents, whatever is still to be chosen; nothing while it depends on that, or when no such
 * variant is sold. Without a color the first one counts.
 */
export function countedPrice(product: Priced, choice: Choice): Cents | null {
  const variants = matching(product, { ...choice, color: choice.color ?? colorsOf(product)[0] });
  const prices = new Set(variants.map((variant) => priceOf(product, variant)));
  const [price] = prices;
  return prices.size === 1 ? (price ?? null) : null;
}

const NO_VARIANT = { price: null, salePrice: null };

const byPrice = (product: Priced) => (a: Variant, b: Variant) =>
  priceOf(product, a) - priceOf(product, b) || regularPrice(product, a) - regularPrice(product, b);

/** The variants that a choice leaves; of one that is not sold those of its color, else all. */
function variantsFor(product: Priced, choice: Choice): Variant[] {
  const left = [choice, { color: choice.color }].map((wanted) => matching(product, wanted));
  return left.find((variants) => variants.length > 0) ?? product.variants;
}

const matching = ({ variants }: Priced, { size, color }: Choice): Variant[] =>
  variants.filter(
    (variant) => (size === undefined || variant.size === size) && (color === undefined || variant.color === color),
  );
