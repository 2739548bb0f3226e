import type { DeliveryTerms, ZonePrices } from "./delivery-fee";
import type { DeliveryZone } from "./delivery-zones";
import { ELSEWHERE, isNoBox, noBoxes } from "./customer-schemas";
import { cents } from "./money";
import type { Settings } from "./settings";
import { stateNames } from "./us-states";
import { isDeliveredTo } from "./zip-code";
import { regionOfZip } from "./zip-regions";
import { daysWords } from "./zone-words";

/** A zone: its places, and the terms of delivery to them; null where nothing is delivered, or for PO boxes that cost what their state costs. */
export interface RuleZone extends Pick<
  DeliveryZone,
  "id" | "name" | "boxes" | "states" | "zips" | "delivers" | "words" | "by"
> {
  terms: DeliveryTerms | null;
  /** Time on the road as text; null for that of the shop's texts. */
  takes: string | null;
  /** Terms of the zone's faster method and its time on the road; null without one. */
  faster: FasterDelivery | null;
}

/** A faster method of delivery that may be chosen: its name, terms and time on the road as text. */
export interface FasterDelivery {
  name: string;
  terms: DeliveryTerms;
  takes: string;
}

/** The shop's rule of delivery. */
export interface DeliveryRule {
  /** Terms in all states that are in no zone. */
  usual: DeliveryTerms;
  zones: readonly RuleZone[];
}

/** Place of an address; the street tells whether it is a PO box, and may be an empty string. */
export interface DeliveryPlace {
  zip: string;
  street: string;
  /** Whether the faster method is wanted, which counts where the zone has one. */
  isFaster?: boolean | undefined;
}

/** Delivery to a place: its terms and time on the road, and a faster method if there is one, wanted or not; or why nothing is delivered there, and the part of the address that decides it. */
export type DeliveryTo =
  | {
      isDelivered: true;
      terms: DeliveryTerms;
      takes: string | null;
      zone: RuleZone | null;
      faster: FasterDelivery | null;
    }
  | { isDelivered: false; words: string; at: "postalCode" | "address"; zone: RuleZone | null };

/**
 * The rule of delivery by the settings; the only reader of them. Whatever depends on the place follows from it: the terms of an
 * order, whether a quote is asked for at an address, whether an address is taken, and the product feed.
 */
export function deliveryRule(settings: Settings): DeliveryRule {
  const { deliveryFee, freeDeliveryFrom, deliveryZones, pieceGrams } = settings;
  const usual = { deliveryFee: cents(deliveryFee), freeDeliveryFrom: cents(freeDeliveryFrom) };
  return { usual, zones: deliveryZones.map((zone) => zoneOf(zone, usual, pieceGrams)) };
}

function zoneOf(zone: DeliveryZone, usual: DeliveryTerms, pieceGrams: number): RuleZone {
  const { id, name, boxes, states, zips, delivers, words, by, days, faster } = zone;
  const takes = days && daysWords(days);
  const isPriced = delivers && by !== "place";
  const terms = isPriced ? { ...usual, zone: pricesOf({ ...zone, by }, pieceGrams) } : null;
  const fast = delivers ? fasterOf(faster, usual, pieceGrams) : null;
  return { id, name, boxes, states, zips, delivers, words, by, terms, takes, faster: fast };
}

/** Free delivery is that of the usual method: of the faster one it takes off the flat fee at most. */
function fasterOf(faster: DeliveryZone["faster"], usual: DeliveryTerms, pieceGrams: number): FasterDelivery | null {
  if (!faster) return null;
  const { name, price, days } = faster;
  const zone = { by: "one", price: cents(price), steps: [], freeFrom: null, isFreeToo: false, pieceGrams } as const;
  return { name, terms: { ...usual, zone, method: name }, takes: daysWords(days) };
}

const pricesOf = (
  { by, price, steps, freeFrom, isFreeToo }: Omit<DeliveryZone, "by"> & Pick<ZonePrices, "by">,
  pieceGrams: number,
): ZonePrices => ({
  by,
  price: cents(price),
  steps: steps.map((step) => ({ most: step.most, price: cents(step.price) })).toSorted((a, b) => a.most - b.most),
  freeFrom: freeFrom === null ? null : cents(freeFrom),
  isFreeToo,
  pieceGrams,
});

/**
 * Delivery to a place. Of several zones that name it the most exact decides: the longest beginning of the ZIP, then the state;
 * of equals the first. A PO box in a state needs a zone for PO boxes, and is delivered to where the streets around it are. PO boxes
 * in territories and of the armed forces are like other addresses there.
 */
export function deliveryTo(rule: DeliveryRule, place: DeliveryPlace): DeliveryTo {
  const found = usualDeliveryTo(rule, place);
  if (!place.isFaster || !found.isDelivered || !found.faster) return found;
  const { terms, takes } = found.faster;
  return { ...found, terms, takes };
}

function usualDeliveryTo(rule: DeliveryRule, { zip, street }: DeliveryPlace): DeliveryTo {
  const around = deliveryToStreet(rule, zip);
  const region = regionOfZip(zip);
  if (isNoBox(street) || (region !== null && !Object.hasOwn(stateNames, region)) || !around.isDelivered) return around;
  const zone = rule.zones.find(({ boxes }) => boxes);
  if (!zone) return { isDelivered: false, words: noBoxes, at: "address", zone: null };
  if (!zone.delivers) return { isDelivered: false, words: zone.words || noBoxes, at: "address", zone };
  return { ...around, terms: zone.terms ?? around.terms, takes: zone.takes ?? around.takes, faster: zone.faster, zone };
}

function deliveryToStreet({ usual, zones }: DeliveryRule, zip: string): DeliveryTo {
  const region = regionOfZip(zip);
  const exactness = ({ zips, states }: RuleZone): number => {
    const longest = Math.max(0, ...zips.filter((start) => zip.startsWith(start)).map(({ length }) => length));
    return longest > 0 ? longest : Number(region !== null && states.includes(region));
  };
  const named = zones.filter((zone) => !zone.boxes && exactness(zone) > 0);
  const [zone = null] = named.toSorted((a, b) => exactness(b) - exactness(a));
  if (zone === null)
    return isDeliveredTo(zip)
      ? { isDelivered: true, terms: usual, takes: null, zone, faster: null }
      : { isDelivered: false, words: ELSEWHERE, at: "postalCode", zone };
  if (!zone.delivers) return { isDelivered: false, words: zone.words || ELSEWHERE, at: "postalCode", zone };
  return { isDelivered: true, terms: zone.terms ?? usual, takes: zone.takes, zone, faster: zone.faster };
}
