import type { DeliveryTerms } from "./delivery-fee";
import { type DeliveryPlace, type DeliveryRule, deliveryRule, type DeliveryTo, deliveryTo } from "./delivery-rule";
import { cents } from "./money";
import { Refusal } from "./refusal";
import type { Settings } from "./settings";

interface Asked {
  settings(): Settings;
}

/** Delivery to a place as the shop's settings have it now. */
export const deliveryAt = ({ settings }: Asked, place: DeliveryPlace): DeliveryTo =>
  deliveryTo(deliveryRule(settings()), place);

/**
 * Terms of delivery at a place, as an order is charged.
 *
 * @throws {Refusal} `not-delivered-here` with the words of the zone of the place; `input-invalid` at `postalCode` or `address` for
 * a place that is in no zone.
 */
export function deliveryTermsAt(services: Asked, place: DeliveryPlace): DeliveryTerms {
  const found = deliveryAt(services, place);
  if (found.isDelivered) return found.terms;
  const { words, at, zone } = found;
  const fields = { [at]: words };
  throw zone ? new Refusal("not-delivered-here", { words, fields }) : new Refusal("input-invalid", { fields });
}

/**
 * Terms of delivery while the place is not known yet: a bag is added up by them, until a quote has those of its address. With zones
 * they are the lowest, from which delivery costs.
 */
export function openDelivery({ settings }: Asked): { terms: DeliveryTerms; dependsOnPlace: boolean } {
  const { usual, zones } = deliveryRule(settings());
  const prices = zones.flatMap(({ terms }) => (terms?.zone ? [terms.zone] : []));
  const fees = prices.flatMap(({ price, steps }) => [price, ...steps.map((step) => step.price)]);
  const freeFrom = prices.flatMap((zone) => zone.freeFrom ?? []);
  const terms = {
    deliveryFee: cents(Math.min(usual.deliveryFee, ...fees)),
    freeDeliveryFrom: cents(Math.min(usual.freeDeliveryFrom, ...freeFrom)),
  };
  return { terms, dependsOnPlace: zones.length > 0 };
}

/** The whole rule, for what is said of all places at once, such as the product feed. */
export const deliveryEverywhere = ({ settings }: Asked): DeliveryRule => deliveryRule(settings());
