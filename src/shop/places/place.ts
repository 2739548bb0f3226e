import { z } from "zod";
import { limits } from "~/shop/limits";
import { stateNames } from "~/shop/us-states";

/** A ZIP with its city. */
export const Place = z.object({
  zip: z.string(),
  city: z.string(),
  /** Two letters. */
  state: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type Place = z.infer<typeof Place>;

/** A found place, with the number of its city's ZIPs. */
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

/** Text of a place: "Flagstaff, AZ 86001". */
export const placeLabel = ({ city, state, zip }: Pick<Place, "city" | "state" | "zip">): string =>
  [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** A place in the search results; for a city with several ZIPs the ZIP is typed afterwards. */
export interface PlaceOffer {
  id: string;
  label: string;
  place: Place;
  needsZip: boolean;
}

/** Search results: a city with several ZIPs once and without ZIP, unless digits were typed. */
export function placeOffers(places: SearchedPlace[], query: string): PlaceOffer[] {
  const hasDigits = placeQueries(query).some(({ zip }) => zip !== "");
  const offers = places.map((place): PlaceOffer => {
    const needsZip = !hasDigits && place.zips > 1;
    const label = placeLabel(needsZip ? { ...place, zip: "" } : place);
    return { id: label, label, place, needsZip };
  });
  return offers.filter(({ id }, position) => offers.findIndex((other) => other.id === id) === position);
}

/** One interpretation of a search: prefixes of ZIP and city, and state. */
export interface PlaceQueryParameters {
  zip: string;
  city: string;
  state: string | null;
}

/**
 * Interpretations of a search text: digits are a ZIP, the rest a city, perhaps with its state. "La Me" may be La Mesa or a "La…" in Maine;
 * the likelier comes first.
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

/** The gazetteer spells out Saint, Fort and Mount. */
const spelledOut = (words: string[]): string =>
  words.map((word, position) => (position < words.length - 1 && SHORT[word]) || word).join(" ");

/** Names in lower case by code, with the regions of the military's mail. */
const STATES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(stateNames).map(([code, name]) => [code, name.toLowerCase()])),
  AA: "armed forces americas",
  AE: "armed forces europe",
  AP: "armed forces pacific",
};

/** Two-letter code of a state or military region, by name or code; null otherwise. */
export function stateCode(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const entry = Object.entries(STATES).find(([code, state]) => state === wanted || code.toLowerCase() === wanted);
  return entry?.[0] ?? null;
}
