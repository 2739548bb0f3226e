import { type Cents, cents } from "./money";

/**
 * Rule of the delivery fee at a place: a flat fee, and the order value from which delivery is free; both in cents. In a zone with
 * prices of its own they are those of the other places, which bound what free delivery takes off there.
 */
export interface DeliveryTerms {
  deliveryFee: Cents;
  freeDeliveryFrom: Cents;
  zone?: ZonePrices | undefined;
  lowest?: LowestDelivery | undefined;
  /** Name of the method that was chosen in place of the usual one, such as "Expedited". */
  method?: string | undefined;
  /** Name of the zone of the place, if it is in one. */
  zoneName?: string | undefined;
}

/**
 * Lowest price of delivery into any zone, and the order value from which it is free in one of them, in cents: a place that is not
 * known yet may cost that.
 */
interface LowestDelivery {
  fee: Cents;
  freeFrom: Cents;
}

/** Terms by which a bag is added up before its place is known. */
export interface BagTerms extends DeliveryTerms {
  /** Name of the places that have these terms, such as "the 48 states"; unset if all have them. */
  usualPlaces?: string | undefined;
}

/** Prices of delivery in a zone. */
export interface ZonePrices {
  /** Measure on which the price depends. */
  by: "one" | "value" | "weight";
  /** Price in cents, or that of the last step. */
  price: Cents;
  /** Prices up to an order value in cents, or a weight in hundredths of a pound, in rising order. */
  steps: readonly { most: number; price: Cents }[];
  /** Order value in cents from which delivery into the zone is free; null if there is none. */
  freeFrom: Cents | null;
  /** Whether free delivery of the shop, by value or by a code, is free in the zone, too; else it takes off the flat fee at most. */
  isFreeToo: boolean;
  /** Weight in grams of a piece whose product has none. */
  pieceGrams: number;
}

/** Goods that are delivered together. */
interface Delivered {
  /** Order value in cents. */
  value: Cents;
  /** Whether a code makes their delivery free. */
  isFree: boolean;
  /** Pieces with their weights in grams; null or 0 for a product without one. */
  pieces: readonly { quantity: number; weightGrams: number | null }[];
}

const HUNDREDTH_OF_A_POUND = 4.535_923_7;

/** Order value in cents from which delivery at a place is free. */
export const freeFromIn = ({ freeDeliveryFrom, zone }: Omit<DeliveryTerms, "deliveryFee">): Cents =>
  zone ? (zone.freeFrom ?? (zone.isFreeToo ? freeDeliveryFrom : NEVER)) : freeDeliveryFrom;

const NEVER = cents(Number.MAX_SAFE_INTEGER);

/** Whether an order of this value, in cents, is delivered free because of its value. */
export const isDeliveredFree = (value: Cents, terms: Omit<DeliveryTerms, "deliveryFee">): boolean =>
  value >= freeFromIn(terms);

/** Delivery fee in cents; the lowest one for a place that is not known yet. */
export function deliveryFeeOf(goods: Delivered, terms: DeliveryTerms): Cents {
  const { lowest } = terms;
  const fee = feeAtPlace(goods, terms);
  if (!lowest) return fee;
  return cents(Math.min(fee, goods.value >= lowest.freeFrom ? 0 : lowest.fee));
}

/** Whether delivery may cost more at some places than `deliveryFeeOf` says: the usual places have a fee, and others another one. */
export const isLowestOfMany = (goods: Delivered, terms: DeliveryTerms): boolean =>
  terms.lowest !== undefined && feeAtPlace(goods, terms) > 0;

function feeAtPlace(goods: Delivered, terms: DeliveryTerms): Cents {
  const { zone, deliveryFee, freeDeliveryFrom } = terms;
  const isFree = goods.isFree || goods.value >= freeDeliveryFrom;
  if (!zone) return isFree ? cents(0) : deliveryFee;
  if (isDeliveredFree(goods.value, terms)) return cents(0);
  const price = priceIn(zone, goods);
  if (!isFree) return price;
  return zone.isFreeToo ? cents(0) : cents(Math.max(0, price - deliveryFee));
}

/** Price of delivery into a zone, in cents, before anything that makes it free. */
function priceIn({ by, price, steps, pieceGrams }: ZonePrices, { value, pieces }: Delivered): Cents {
  if (by === "one") return price;
  const isUpTo = (most: number) =>
    by === "value" ? value <= most : gramsOf(pieces, pieceGrams) <= most * HUNDREDTH_OF_A_POUND;
  return steps.find(({ most }) => isUpTo(most))?.price ?? price;
}

/** Weight of goods in grams; a piece without a weight counts `pieceGrams`. */
const gramsOf = (pieces: Delivered["pieces"], pieceGrams: number): number =>
  pieces.reduce((all, { quantity, weightGrams }) => all + quantity * (weightGrams || pieceGrams), 0);

/** Terms under which delivery costs this amount in cents, whatever the goods. */
export const fixedDelivery = (fee: Cents): DeliveryTerms => ({
  deliveryFee: fee,
  freeDeliveryFrom: NEVER,
  zone: undefined,
});
