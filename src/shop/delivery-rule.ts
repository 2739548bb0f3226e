import type { DeliveryTerms } from "./delivery-fee";
import { cents } from "./money";
import type { Settings } from "./settings";

/** The shop's rule of delivery. */
export interface DeliveryRule {
  /** Terms at every place that is not named in `elsewhere`. */
  usual: DeliveryTerms;
  /** Terms of places that have other ones, by the first three digits of their ZIPs, such as 967 and 968 for Hawaii. */
  elsewhere: readonly { zips: readonly string[]; terms: DeliveryTerms }[];
}

/**
 * The rule of delivery by the settings; the only reader of them. Delivery costs the same at every place. What depends on the place
 * follows from `elsewhere`: the terms of an order, whether a quote is asked for at an address, and the product feed.
 */
export function deliveryRule(settings: Settings): DeliveryRule {
  const { deliveryFee, freeDeliveryFrom } = settings;
  return { usual: { deliveryFee: cents(deliveryFee), freeDeliveryFrom: cents(freeDeliveryFrom) }, elsewhere: [] };
}
