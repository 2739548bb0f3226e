import { z } from "zod";
import type { PlaceFinder } from "./place-finder";

/** The part of Google's Places library that is used here. */
interface PlacesLibrary {
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: {
      input: string;
      includedRegionCodes: string[];
      sessionToken: object;
    }): Promise<{ suggestions: { placePrediction: Prediction | null }[] }>;
  };
  AutocompleteSessionToken: new () => object;
}
interface Prediction {
  placeId: string;
  text: { text: string };
  toPlace(): {
    location?: { lat(): number; lng(): number } | null;
    fetchFields(wanted: { fields: string[] }): Promise<unknown>;
  };
}
declare global {
  interface Window {
    google?: { maps: { importLibrary(name: "places"): Promise<PlacesLibrary> } };
    mapsAreLoaded?: () => void;
  }
}

const Geocoding = z.object({
  results: z.array(
    z.object({
      formatted_address: z.string(),
      address_components: z.array(z.object({ long_name: z.string(), types: z.array(z.string()) })),
    }),
  ),
});

/** Google's address search in the United States, with details of the picked place. */
export async function googlePlaces(key: string): Promise<PlaceFinder> {
  const { AutocompleteSuggestion, AutocompleteSessionToken } = await library(key);
  const known = new Map<string, Prediction>();
  let sessionToken = new AutocompleteSessionToken();

  return {
    async offers(input) {
      const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input,
        includedRegionCodes: ["us"],
        sessionToken,
      });
      const predictions = suggestions.flatMap(({ placePrediction }) => placePrediction ?? []);
      for (const prediction of predictions) known.set(prediction.placeId, prediction);
      return predictions.map(({ placeId, text }) => ({ id: placeId, label: text.text }));
    },

    async found({ id, label }) {
      const place = known.get(id)?.toPlace();
      await place?.fetchFields({ fields: ["location"] });
      sessionToken = new AutocompleteSessionToken();
      if (!place?.location) {
        console.warn("The place has no position:", label);
        return { address: label, street: "", city: "", state: "", zip: "" };
      }
      return reverse(place.location.lat(), place.location.lng(), key);
    },
  };
}

async function reverse(latitude: number, longitude: number, key: string) {
  const address = new URL("https://maps.googleapis.com/maps/api/geocode/json");
  address.search = new URLSearchParams({ latlng: `${latitude},${longitude}`, key }).toString();
  const response = await fetch(address);
  const [first] = Geocoding.parse(await response.json()).results;
  const part = (type: string) => first?.address_components.find(({ types }) => types.includes(type))?.long_name ?? "";
  if (!first) throw new Error("There is no address at this position.");
  return { address: first.formatted_address, street: "", city: part("locality"), state: "", zip: part("postal_code") };
}

/** Google's script, loaded once and only when a search begins. */
let maps: Promise<void> | undefined;

async function library(key: string): Promise<PlacesLibrary> {
  maps ??= new Promise<void>((resolve, reject) => {
    window.mapsAreLoaded = resolve;
    const script = document.createElement("script");
    const parameters = new URLSearchParams({ key, libraries: "places", loading: "async", callback: "mapsAreLoaded" });
    script.src = `https://maps.googleapis.com/maps/api/js?${parameters}`;
    script.onerror = () => {
      maps = undefined;
      reject(new Error("Google Maps could not be loaded."));
    };
    document.head.append(script);
  });
  await maps;
  if (!window.google) throw new Error("Google Maps could not be loaded.");
  return window.google.maps.importLibrary("places");
}
