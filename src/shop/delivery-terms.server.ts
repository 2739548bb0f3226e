import { cents } from "./money";
import type { DeliveryTerms } from "./delivery-fee";
import type { Settings } from "./settings";

/**
 * Terms of delivery at a place, null for a place that is not known yet; the only reader of their settings. The fee is the same at
 * every place.
 */
export function deliveryTermsAt({ settings }: { settings(): Settings }, _place: { zip: string } | null): DeliveryTerms {
  const { deliveryFee, freeDeliveryFrom } = settings();
  return { deliveryFee: cents(deliveryFee), freeDeliveryFrom: cents(freeDeliveryFrom) };
}
