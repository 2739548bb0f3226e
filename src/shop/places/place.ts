import { z } from "zod";
import { byName } from "~/platform/by-name";
import { limits } from "~/shop/limits";
import { stateNames } from "~/shop/us-states";

/** Schema of a ZIP with its city. */
export const Place = z.object({
  zip: z.string(),
  city: z.string(),
  /** Two-letter code. */
  state: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type Place = z.infer<typeof Place>;

/** A found place, with the number of ZIPs of its city. */
export const SearchedPlace = Place.extend({ zips: z.int() });
export type SearchedPlace = z.infer<typeof SearchedPlace>;

/** Search text for a place: "Flagst", "86001", "Flagstaff, AZ", "Springfield IL 62". */
export const PlaceQuery = z.object({
  query: z
    .string()
    .trim()
    .max(100)
    // As the field counts before it asks: an emoji is two.
    .refine((text) => text.length >= limits.search.minimumLetters, "Use at least two letters."),
});

/** A point on the map, in degrees. */
export const Point = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
});
export type Point = z.infer<typeof Point>;

/** Label of a place: "Flagstaff, AZ 86001". */
export const placeLabel = ({ city, state, zip }: Pick<Place, "city" | "state" | "zip">): string =>
  [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** Splits a typed address at its last comma: "12 Main St, Flagstaff" has a street and a place, a text without a comma only a street. */
export function streetAndPlace(typed: string): { street: string; place: string } {
  const [street = "", ...places] = typed.split(/,(?=[^,]*$)/).map((part) => part.trim());
  return { street, place: places.join("") };
}

/** A street without the city at its end, as in "12 Main St, Flagstaff" before ", AZ 86001". */
export function withoutCity(street: string, city: string): string {
  const { street: before, place } = streetAndPlace(street);
  return city !== "" && place.toLowerCase() === city.toLowerCase() ? before : street;
}

/** A suggestion in the search results; for a city with several ZIPs the shopper types the ZIP afterwards. */
export interface PlaceOffer {
  id: string;
  label: string;
  place: Place;
  needsZip: boolean;
}

/** Suggestions for a search: a city with several ZIPs is listed once and without ZIP, unless the search contains digits. */
export function placeOffers(places: SearchedPlace[], query: string): PlaceOffer[] {
  const hasDigits = placeQueries(query).some(({ zip }) => zip !== "");
  const offers = places.map((place): PlaceOffer => {
    const needsZip = !hasDigits && place.zips > 1;
    const label = placeLabel(needsZip ? { ...place, zip: "" } : place);
    return { id: label, label, place, needsZip };
  });
  return offers.filter(({ id }, position) => offers.findIndex((other) => other.id === id) === position);
}

/** One reading of a search text: prefixes of ZIP and city, and state. */
export interface PlaceQueryParameters {
  zip: string;
  city: string;
  state: string | null;
}

/**
 * Possible readings of a search text: digits are a ZIP, the rest a city, perhaps with its state. "La Me" may be La Mesa, or a
 * "La…" in Maine; the likelier reading comes first.
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

const SHORT = byName<string>({ st: "saint", ft: "fort", mt: "mount" });

/** Replaces "St", "Ft" and "Mt" before another word by Saint, Fort and Mount, as the gazetteer spells them. */
const spelledOut = (words: string[]): string =>
  words.map((word, position) => (position < words.length - 1 && SHORT[word]) || word).join(" ");

/** Names of states in lower case by code, with the regions of military mail. */
const STATES = byName<string>({
  ...Object.fromEntries(Object.entries(stateNames).map(([code, name]) => [code, name.toLowerCase()])),
  AA: "armed forces americas",
  AE: "armed forces europe",
  AP: "armed forces pacific",
});

/** Two-letter code of a state or military region, from its name or code; null for any other text. */
export function stateCode(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const entry = Object.entries(STATES).find(([code, state]) => state === wanted || code.toLowerCase() === wanted);
  return entry?.[0] ?? null;
}
