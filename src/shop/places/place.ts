import { z } from "zod";
import { limits } from "~/shop/limits";

/** One ZIP and the city it belongs to. */
export const Place = z.object({
  zip: z.string(),
  city: z.string(),
  /** Its two letters. */
  state: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type Place = z.infer<typeof Place>;

/** A place that a search found, and how many ZIPs its city has. */
export const SearchedPlace = Place.extend({ zips: z.int() });
export type SearchedPlace = z.infer<typeof SearchedPlace>;

/** Search text for a place: "Flagst", "86001", "Flagstaff, AZ", "Springfield IL 62". */
export const PlaceQuery = z.object({ query: z.string().trim().min(limits.search.minimumLetters).max(100) });

/** A point on the map, in degrees. */
export const Point = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
});
export type Point = z.infer<typeof Point>;

/** How a place is written: "Flagstaff, AZ 86001". */
export const placeLabel = ({ city, state, zip }: Pick<Place, "city" | "state" | "zip">): string =>
  [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** A place as a search offers it; of a city with several ZIPs the ZIP is left to be typed. */
export interface PlaceOffer {
  id: string;
  label: string;
  place: Place;
  needsZip: boolean;
}

/** Found places as offers: a city with several ZIPs once and without one, unless digits of its ZIP were typed. */
export function placeOffers(places: SearchedPlace[], query: string): PlaceOffer[] {
  const hasDigits = placeQueries(query).some(({ zip }) => zip !== "");
  const offers = places.map((place): PlaceOffer => {
    const needsZip = !hasDigits && place.zips > 1;
    const label = placeLabel(needsZip ? { ...place, zip: "" } : place);
    return { id: label, label, place, needsZip };
  });
  return offers.filter(({ id }, position) => offers.findIndex((other) => other.id === id) === position);
}

/** Parameters of one reading of a search for a place: the beginnings of its ZIP and its city, and its state. */
export interface PlaceQueryParameters {
  zip: string;
  city: string;
  state: string | null;
}

/**
 * Reads what was typed into a search for a place: digits are a ZIP, the rest is a city, perhaps with its state at the end.
 * "La Me" is both the beginning of La Mesa and a La… in Maine; the likelier reading comes first.
 */
export function placeQueries(query: string): PlaceQueryParameters[] {
  const words = query
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' -]+/gu, " ")
    .split(/\s+/)
    .filter(Boolean);
  const isNumber = (word: string) => /^\d+(-\d*)?$/.test(word);
  const zip = words.findLast(isNumber)?.slice(0, limits.zipLength).replace("-", "") ?? "";
  const named = words.filter((word) => !isNumber(word));

  const withState = [3, 2, 1].flatMap((length) => {
    const state = named.length >= length ? stateCode(named.slice(-length).join(" ")) : null;
    const city = spelledOut(named.slice(0, -length));
    return state && (city || zip) ? [{ zip, city, state }] : [];
  });
  const city = spelledOut(named);
  return [...(city || zip ? [{ zip, city, state: null }] : []), ...withState];
}

const SHORT: Record<string, string> = { st: "saint", ft: "fort", mt: "mount" };

/** The gazetteer spells Saint, Fort and Mount out. */
const spelledOut = (words: string[]): string =>
  words.map((word, position) => (position < words.length - 1 && SHORT[word]) || word).join(" ");

const STATES: Record<string, string> = {
  AL: "alabama",
  AK: "alaska",
  AZ: "arizona",
  AR: "arkansas",
  CA: "california",
  CO: "colorado",
  CT: "connecticut",
  DE: "delaware",
  DC: "district of columbia",
  FL: "florida",
  GA: "georgia",
  HI: "hawaii",
  ID: "idaho",
  IL: "illinois",
  IN: "indiana",
  IA: "iowa",
  KS: "kansas",
  KY: "kentucky",
  LA: "louisiana",
  ME: "maine",
  MD: "maryland",
  MA: "massachusetts",
  MI: "michigan",
  MN: "minnesota",
  MS: "mississippi",
  MO: "missouri",
  MT: "montana",
  NE: "nebraska",
  NV: "nevada",
  NH: "new hampshire",
  NJ: "new jersey",
  NM: "new mexico",
  NY: "new york",
  NC: "north carolina",
  ND: "north dakota",
  OH: "ohio",
  OK: "oklahoma",
  OR: "oregon",
  PA: "pennsylvania",
  RI: "rhode island",
  SC: "south carolina",
  SD: "south dakota",
  TN: "tennessee",
  TX: "texas",
  UT: "utah",
  VT: "vermont",
  VA: "virginia",
  WA: "washington",
  WV: "west virginia",
  WI: "wisconsin",
  WY: "wyoming",
  AA: "armed forces americas",
  AE: "armed forces europe",
  AP: "armed forces pacific",
};

/** The two letters of a state or of the armed forces' mail, by its name or by themselves; nothing for anything else. */
export function stateCode(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const entry = Object.entries(STATES).find(([code, state]) => state === wanted || code.toLowerCase() === wanted);
  return entry?.[0] ?? null;
}
