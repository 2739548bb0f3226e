import { type Cents, cents } from "~/shop/money";
import { type Choice, colorsOf } from "../product";

/** Maximum price of a piece in cents, whether typed, imported or computed. */
export const MOST_PRICE = cents(99_999_99);

/** Data of a product needed for its price, on server, card or bag. */
export interface Priced {
  /** Price of the product in cents, for variants without a price of their own. */
  price?: Cents | null;
  /** Sale price of the product in cents, for variants without one of their own; 0 and null mean none. */
  salePrice: Cents | null;
  variants: Variant[];
}

interface Variant {
  size: string;
  color: string;
  price: Cents | null;
  /** Sale price of the variant in cents; null: the product's applies; zero excludes the variant from the product's sale. */
  salePrice: Cents | null;
}

type OwnPrices = Pick<Priced, "price" | "salePrice">;
type VariantPrices = Pick<Variant, "price" | "salePrice">;

/**
 * Price of one piece in cents, as the bag and orders count it: the variant's sale price, else its own price, else the product's,
 * else 0.
 */
export const variantPrice = (product: OwnPrices, variant: VariantPrices): Cents =>
  saleOf(product, variant) ?? regularPrice(product, variant);

/** Regular price of a variant on sale, in cents; null if it is not on sale, or if the sale price is not lower. */
export function priceBefore(product: OwnPrices, variant: VariantPrices): Cents | null {
  const before = regularPrice(product, variant);
  const now = saleOf(product, variant);
  return now !== null && before > now ? before : null;
}

/** Whether a sale price is above the regular price: shoppers would pay it although no sale is shown. */
export const isSaleAbovePrice = (product: OwnPrices, variant: VariantPrices): boolean => {
  const [sale, regular] = [saleOf(product, variant), variant.price ?? product.price ?? null];
  return sale !== null && regular !== null && sale > regular;
};

/** Message about a sale price above the price. */
export const saleAboveWords = "The sale price has to be below the price.";

function saleOf(product: OwnPrices, variant: VariantPrices): Cents | null {
  const sale = variant.salePrice ?? product.salePrice;
  return sale !== null && sale > 0 ? sale : null;
}

const regularPrice = ({ price }: OwnPrices, variant: VariantPrices): Cents => variant.price ?? price ?? cents(0);

/** Variant whose price a place shows for a product while no variant is chosen. */
const STANDS_FOR = {
  listing: "lowest",
  suggestion: "lowest",
  home: "first",
  rail: "first",
  wishlist: "first",
  film: "first",
  product: "first",
} as const;

/** Places that show a product's price. */
export type PricePlace = keyof typeof STANDS_FOR;

/** Cards, on which a color can be chosen alone: they then show its lowest price. */
const CARDS: ReadonlySet<PricePlace> = new Set(["listing", "home", "rail"]);

export const pricePlaces = Object.keys(STANDS_FOR) as PricePlace[];

declare const shown: unique symbol;

/** A price as shown. Only this file can create one, so that all places show the same. */
export interface ShownPrice {
  readonly now: Cents;
  /** Regular price in cents; null when not on sale. */
  readonly was: Cents | null;
  /** Whether other variants cost more, so that the price is shown with "from". */
  readonly isFrom: boolean;
  readonly [shown]: true;
}

const shownAs = (price: { now: Cents; was: Cents | null; isFrom: boolean }) => price as ShownPrice;

/**
 * Price of a product in a place: that of the chosen variant; while several variants match the choice, the lowest or the first
 * price, depending on the place. Where a color is chosen on a card it is the lowest of that color's sizes.
 */
export function shownPrice(product: Priced, place: PricePlace, choice: Choice = {}): ShownPrice {
  const variants = variantsFor(product, choice);
  const isLowest = STANDS_FOR[place] === "lowest" || (choice.color !== undefined && CARDS.has(place));
  const [first] = isLowest ? variants.toSorted(byPrice(product)) : variants;
  const variant = first ?? NO_VARIANT;
  const differ = variants.some((other) => variantPrice(product, other) !== variantPrice(product, variant));
  return shownAs({
    now: variantPrice(product, variant),
    was: priceBefore(product, variant),
    isFrom: isLowest && differ,
  });
}

/** Shown price of a decided choice, such as a line of the bag. */
export const settledPrice = (now: Cents): ShownPrice => shownAs({ now, was: null, isFrom: false });

/** Price in cents that listings show, sort and filter by. */
export const listingPrice = (product: Priced): Cents => shownPrice(product, "listing").now;

/**
 * Price in cents that the bag will count for one piece; null while it depends on a choice that is missing, or if the variant is
 * not sold. Without a chosen color the first color applies.
 */
export function countedPrice(product: Priced, choice: Choice): Cents | null {
  const variants = matching(product, { ...choice, color: choice.color ?? colorsOf(product)[0] });
  const prices = new Set(variants.map((variant) => variantPrice(product, variant)));
  const [price] = prices;
  return prices.size === 1 ? (price ?? null) : null;
}

const NO_VARIANT = { price: null, salePrice: null };

const byPrice = (product: Priced) => (a: Variant, b: Variant) =>
  variantPrice(product, a) - variantPrice(product, b) || regularPrice(product, a) - regularPrice(product, b);

/** Variants that match a choice; if there are none, the variants of its color; else all variants. */
function variantsFor(product: Priced, choice: Choice): Variant[] {
  const left = [choice, { color: choice.color }].map((wanted) => matching(product, wanted));
  return left.find((variants) => variants.length > 0) ?? product.variants;
}

const matching = ({ variants }: Priced, { size, color }: Choice): Variant[] =>
  variants.filter(
    (variant) => (size === undefined || variant.size === size) && (color === undefined || variant.color === color),
  );
