import { Place, placeLabel } from "./place";
import type { FoundPlace, PlaceFinder, PlaceSuggestion } from "./place-finder";

const Places = Place.array();

/** The shop's own gazetteer: it knows ZIPs and cities, and no streets. */
export function gazetteer(): PlaceFinder {
  const known = new Map<string, Place>();

  return {
    async offers(query, signal) {
      const places = await placesAt(`/api/places?${new URLSearchParams({ query })}`, signal);
      for (const place of places) known.set(idOf(place), place);
      return places.map((place) => ({ id: idOf(place), label: placeLabel(place) }));
    },

    async found(offer: PlaceSuggestion): Promise<FoundPlace> {
      const picked = known.get(offer.id);
      if (!picked) throw new Error("The place was not offered.");
      const { latitude, longitude } = picked;
      if (latitude === null || longitude === null) {
        console.warn("The place has no position:", offer.label);
        return { address: "", city: picked.city, zip: picked.zip };
      }

      const point = new URLSearchParams({ latitude: String(latitude), longitude: String(longitude) });
      const near = await placesAt(`/api/places/nearest?${point}`);
      // Several ZIPs share one position: the one that was picked is meant.
      const place = near.find((other) => idOf(other) === offer.id) ?? near[0] ?? picked;
      return { address: "", city: place.city, zip: picked.zip };
    },
  };
}

/** The state a ZIP is in, by its two letters; nothing for one that the gazetteer does not know. */
export async function stateOfZip(zip: string): Promise<string | undefined> {
  const places = await placesAt(`/api/places?${new URLSearchParams({ query: zip })}`);
  return places.find((place) => place.zip === zip)?.state;
}

async function placesAt(address: string, signal?: AbortSignal): Promise<Place[]> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error("The gazetteer does not answer.");
  return Places.parse(await response.json());
}

const idOf = ({ zip, city }: Place): string => `${zip} ${city}`;
