import { stateNames } from "./us-states";
import { isDeliveredTo } from "./zip-code";

/** Maximum numbers of zones, of prices by value or weight in one, and of beginnings of ZIPs in one. */
export const mostZones = 40;
export const mostSteps = 12;
export const mostZips = 300;

/** Places of a zone of delivery, and whether they have a price of their own. */
interface Places {
  boxes: boolean;
  states: string[];
  zips: string[];
  delivers: boolean;
  by: string;
}

/**
 * Name of the places that have the shop's flat fee, such as "the 48 states"; null if it is the fee everywhere, as without zones.
 */
export function usualPlaces(zones: readonly Places[]): string | null {
  const others = zones.filter(({ boxes, by, delivers }) => !(boxes && by === "place" && delivers));
  if (others.length === 0) return null;
  const taken = new Set(others.flatMap(({ states }) => states));
  const left = Object.keys(stateNames).filter((state) => state !== "DC" && !taken.has(state)).length;
  const states = `${taken.size === 0 || isFar(taken) || left === 50 ? "the " : ""}${left} states`;
  return others.some(({ zips }) => zips.some((start) => isInState(start))) ? `most of ${states}` : states;
}

const isFar = (taken: Set<string>): boolean => taken.has("AK") && taken.has("HI");
const isInState = (start: string): boolean =>
  isDeliveredTo(start.padEnd(5, "0")) || isDeliveredTo(start.padEnd(5, "9"));

/** Business days as text: "5 to 12 business days", "1 business day". */
export function daysWords({ least, most }: { least: number; most: number }): string {
  const range = least < most ? `${least} to ${most}` : `${most}`;
  return `${range} business ${most === 1 ? "day" : "days"}`;
}
