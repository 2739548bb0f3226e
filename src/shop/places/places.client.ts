import type { z } from "zod";
import { limits } from "~/shop/limits";
import { Place, type PlaceOffer, placeOffers, SearchedPlace, streetAndPlace, withoutCity } from "./place";
import type { FoundPlace, PlaceFinder, PlaceSuggestion } from "./place-finder";

/** The built-in gazetteer: ZIPs and cities, no streets. */
export function gazetteer(): PlaceFinder {
  const known = new Map<string, PlaceOffer & { street: string }>();

  return {
    async offers(query, signal) {
      const offers = await offersFor(query, signal);
      for (const offer of offers) known.set(offer.id, offer);
      return offers.map(({ id, label }) => ({ id, label }));
    },

    async found({ id, label }: PlaceSuggestion): Promise<FoundPlace> {
      const picked = known.get(id);
      if (!picked) throw new Error("The place was not offered.");
      const { place, needsZip, street } = picked;
      const { latitude, longitude, state } = place;
      const found = {
        address: "",
        street: withoutCity(street, place.city),
        city: place.city,
        state,
        zip: needsZip ? "" : place.zip,
      };
      if (latitude === null || longitude === null) {
        console.warn("The place has no position:", label);
        return found;
      }

      const point = new URLSearchParams({ latitude: String(latitude), longitude: String(longitude) });
      const near = await answered(Place.array(), `/api/places/nearest?${point}`);
      // Several ZIPs may have the same coordinates: prefers the picked one.
      const nearest = near.find(({ zip, city }) => zip === place.zip && city === place.city) ?? near[0] ?? place;
      return { ...found, city: needsZip ? place.city : nearest.city };
    },
  };
}

/** Places of a whole text, or else of what stands behind its last comma, with the street before it. */
async function offersFor(query: string, signal?: AbortSignal): Promise<(PlaceOffer & { street: string })[]> {
  const whole = placeOffers(await searched(query, signal), query);
  const { street, place } = streetAndPlace(query);
  if (whole.length > 0 || place.length < limits.search.minimumLetters)
    return whole.map((offer) => ({ ...offer, street: "" }));
  return placeOffers(await searched(place, signal), place).map((offer) => ({ ...offer, street }));
}

/** Two-letter state of a ZIP; undefined for an unknown ZIP. */
export async function stateOfZip(zip: string): Promise<string | undefined> {
  const places = await searched(zip);
  return places.find((place) => place.zip === zip)?.state;
}

const searched = (query: string, signal?: AbortSignal): Promise<SearchedPlace[]> =>
  answered(SearchedPlace.array(), `/api/places?${new URLSearchParams({ query })}`, signal);

async function answered<T>(schema: z.ZodType<T>, address: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(address, signal ? { signal } : {});
  if (!response.ok) throw new Error("The gazetteer does not answer.");
  return schema.parse(await response.json());
}
