import { type DeliveryTerms, freeFromIn } from "./delivery-fee";
import { type DeliveryPlace, type DeliveryRule, deliveryRule, type DeliveryTo, deliveryTo } from "./delivery-rule";
import { cents } from "./money";
import type { OrderSummary } from "./price";
import { Refusal } from "./refusal";
import { usualPlaces } from "./zone-words";
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
  if (found.isDelivered) return { ...found.terms, ...(found.zone && { zoneName: found.zone.name }) };
  const { words, at, zone } = found;
  const fields = { [at]: words };
  throw zone ? new Refusal("not-delivered-here", { words, fields }) : new Refusal("input-invalid", { fields });
}

/** Settings as texts for an order quote them: the estimate of its delivery is that of its zone, if the zone has one. */
export function settingsFor(
  services: Asked,
  order: { address: string; postalCode: string; summary: Pick<OrderSummary, "deliveryMethod"> },
): Settings {
  const settings = services.settings();
  const isFaster = Boolean(order.summary.deliveryMethod);
  const found = deliveryAt(services, { zip: order.postalCode, street: order.address, isFaster });
  return found.isDelivered && found.takes !== null ? { ...settings, deliveryEstimate: found.takes } : settings;
}

/**
 * Method of an order in place of the usual one, with its time on the road while its address still has it, such as "Expedited, 1 to
 * 2 business days"; null for the usual one.
 */
export function methodOf(
  services: Asked,
  order: { address: string; postalCode: string; summary: Pick<OrderSummary, "deliveryMethod"> },
): string | null {
  const { deliveryMethod: method } = order.summary;
  if (!method) return null;
  const found = deliveryAt(services, { zip: order.postalCode, street: order.address });
  return found.isDelivered && found.faster?.name === method ? `${method}, ${found.faster.takes}` : method;
}

/** Delivery to a place that is not known yet. */
export interface OpenDelivery {
  terms: DeliveryTerms;
  /** Whether delivery costs something else at some places, or does not go there. */
  dependsOnPlace: boolean;
  /** Name of the places that have the usual fee, such as "the 48 states"; unset if all have it. */
  usualPlaces?: string;
}

/**
 * Terms of delivery while the place is not known yet: a bag is added up by them, until a quote has those of its address. With zones
 * their fee is the lowest of all, from which delivery costs.
 */
export function openDelivery({ settings }: Asked): OpenDelivery {
  const { usual, zones } = deliveryRule(settings());
  const lowest = lowestOf(zones.flatMap(({ terms }) => terms ?? []));
  const terms = { ...usual, ...(lowest && { lowest }) };
  const places = usualPlaces(settings().deliveryZones);
  return { terms, dependsOnPlace: zones.length > 0, ...(places !== null && { usualPlaces: places }) };
}

function lowestOf(zones: readonly DeliveryTerms[]): DeliveryTerms["lowest"] {
  if (zones.length === 0) return undefined;
  const fees = zones.flatMap(({ zone }) => (zone ? [zone.price, ...zone.steps.map(({ price }) => price)] : []));
  return { fee: cents(Math.min(...fees)), freeFrom: cents(Math.min(...zones.map(freeFromIn))) };
}

/** The whole rule, for what is said of all places at once, such as the product feed. */
export const deliveryEverywhere = ({ settings }: Asked): DeliveryRule => deliveryRule(settings());
