import { type Cents, cents } from "./money";

/** Rule of the delivery fee at a place: a flat fee, and the order value from which delivery is free; both in cents. */
export interface DeliveryTerms {
  deliveryFee: Cents;
  freeDeliveryFrom: Cents;
}

/** Goods that are delivered together. */
interface Delivered {
  /** Order value in cents. */
  value: Cents;
  /** Whether a code makes their delivery free. */
  isFree: boolean;
}

/** Whether an order of this value, in cents, is delivered free because of its value. */
export const isDeliveredFree = (value: Cents, { freeDeliveryFrom }: Pick<DeliveryTerms, "freeDeliveryFrom">): boolean =>
  value >= freeDeliveryFrom;

/** Delivery fee in cents. */
export const deliveryFeeOf = ({ value, isFree }: Delivered, terms: DeliveryTerms): Cents =>
  isFree || isDeliveredFree(value, terms) ? cents(0) : terms.deliveryFee;

/** Terms under which delivery costs this amount in cents, whatever the goods. */
export const fixedDelivery = (fee: Cents): DeliveryTerms => ({
  deliveryFee: fee,
  freeDeliveryFrom: cents(Number.MAX_SAFE_INTEGER),
});
