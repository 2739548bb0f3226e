import type { z } from "zod";
import { Place, type PlaceOffer, placeOffers, SearchedPlace } from "./place";
import type { FoundPlace, PlaceFinder, PlaceSuggestion } from "./place-finder";

/** The built-in gazetteer: ZIPs and cities, no streets. */
export function gazetteer(): PlaceFinder {
  const known = new Map<string, PlaceOffer>();

  return {
    async offers(query, signal) {
      const places = await searched(query, signal);
      const offers = placeOffers(places, query);
      for (const offer of offers) known.set(offer.id, offer);
      return offers.map(({ id, label }) => ({ id, label }));
    },

    async found({ id, label }: PlaceSuggestion): Promise<FoundPlace> {
      const picked = known.get(id);
      if (!picked) throw new Error("The place was not offered.");
      const { place, needsZip } = picked;
      const { latitude, longitude, state } = place;
      const found = { address: "", city: place.city, state, zip: needsZip ? "" : place.zip };
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
