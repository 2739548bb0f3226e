import type { DeliveryZone } from "~/shop/delivery-zones";
import { cents, formatCents, formatRound } from "~/shop/money";
import { stateName, stateNames } from "~/shop/us-states";
import { daysWords } from "~/shop/zone-words";
import { counted } from "../count-words";

/** Maximum number of zones, and of places of one, that are named; more are only counted. */
const NAMED = 4;

/** Sets of places that are ticked together, in the order of the form. */
export const placeSets = {
  far: { name: "Alaska and Hawaii", states: ["AK", "HI"] },
  military: { name: "APO, FPO and DPO", states: ["AA", "AE", "AP"] },
  territories: { name: "Territories", states: ["PR", "VI", "GU", "AS", "MP"] },
} as const;

/** Places of a zone as text: "Alaska, Hawaii", "PO boxes", "ZIPs that begin with 967". */
export function placesWords({ boxes, states, zips }: Pick<DeliveryZone, "boxes" | "states" | "zips">): string {
  if (boxes) return "PO boxes in all states that you deliver to";
  const named = listed(states.map(stateName), (count) => counted(count, "place"));
  const starts = listed([...zips], (count) => counted(count, "beginning"));
  return [named, starts && `ZIPs that begin with ${starts}`].filter(Boolean).join("; ") || "no place yet";
}

const listed = (names: string[], count: (count: number) => string): string =>
  names.length > NAMED + 2
    ? `${names.slice(0, NAMED).join(", ")} and ${count(names.length - NAMED)} more`
    : names.join(", ");

const pounds = (hundredths: number): string => `${hundredths / 100} lb`;

/** Prices of a zone as text: "$14.90 to 2 lb, $24.90 above, free from $300". */
export function priceWords(
  zone: Pick<DeliveryZone, "delivers" | "by" | "price" | "steps" | "freeFrom" | "isFreeToo">,
): string {
  const { delivers, by, price, steps, freeFrom, isFreeToo } = zone;
  if (!delivers) return "Not delivered";
  if (by === "place") return "As the state around them";
  const upTo = (most: number) => (by === "value" ? formatRound(cents(most)) : pounds(most));
  const last = formatCents(cents(price));
  const prices =
    by === "one" || steps.length === 0
      ? [last]
      : [...steps.map((step) => `${formatCents(cents(step.price))} to ${upTo(step.most)}`), `${last} above`];
  return [
    ...prices,
    ...(freeFrom === null ? [] : [`free from ${formatRound(cents(freeFrom))}`]),
    ...(isFreeToo ? ["free delivery of the shop is free here, too"] : []),
  ].join(", ");
}

/** Time on the road in a zone, as text. */
export const roadWords = ({ delivers, days }: Pick<DeliveryZone, "delivers" | "days">): string =>
  !delivers ? "" : days ? daysWords(days) : "As your texts say";

/** Name of the places that are in no zone: 48 states and DC, if Alaska and Hawaii are in a zone. */
export function restName(zones: readonly Pick<DeliveryZone, "states">[]): string {
  const taken = new Set(zones.flatMap(({ states }) => states));
  const left = Object.keys(stateNames).filter((state) => state !== "DC" && !taken.has(state)).length;
  return taken.has("DC") ? `${left} states` : `${left} states and DC`;
}

/** The faster method of a zone as text: "Expedited: $19.90, 1 to 2 business days"; empty without one. */
export const fasterWords = ({ faster }: Pick<DeliveryZone, "faster">): string =>
  faster ? `${faster.name}: ${formatCents(cents(faster.price))}, ${daysWords(faster.days)}` : "";

/** Describes zones for the log: "Alaska, Hawaii: $14.90; PO boxes: as the state around them". */
export function zonesWords(value: unknown): string {
  const zones = (value ?? []) as DeliveryZone[];
  if (zones.length === 0) return "One flat fee";
  if (zones.length > NAMED) return counted(zones.length, "zone");
  return zones
    .map(
      (zone) =>
        `${zone.name} (${placesWords(zone)}): ${[priceWords(zone), roadWords(zone), fasterWords(zone)].filter(Boolean).join(", ")}`,
    )
    .join("; ");
}
