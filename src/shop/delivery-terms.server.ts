import type { DeliveryTerms } from "./delivery-fee";
import { type DeliveryRule, deliveryRule } from "./delivery-rule";
import type { Settings } from "./settings";

interface Asked {
  settings(): Settings;
}

/** Terms of delivery at a place, as an order is charged. */
export function deliveryTermsAt({ settings }: Asked, { zip }: { zip: string }): DeliveryTerms {
  const { usual, elsewhere } = deliveryRule(settings());
  return elsewhere.find(({ zips }) => zips.includes(zip.slice(0, 3)))?.terms ?? usual;
}

/** Terms of delivery while the place is not known yet: a bag is added up by them, until a quote has those of its address. */
export function openDelivery({ settings }: Asked): { terms: DeliveryTerms; dependsOnPlace: boolean } {
  const { usual, elsewhere } = deliveryRule(settings());
  return { terms: usual, dependsOnPlace: elsewhere.length > 0 };
}

/** The whole rule, for what is said of all places at once, such as the product feed. */
export const deliveryEverywhere = ({ settings }: Asked): DeliveryRule => deliveryRule(settings());
