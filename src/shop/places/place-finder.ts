/** Something a search for a place offers. */
export interface PlaceSuggestion {
  id: string;
  label: string;
}

/** The place behind a picked offer. */
export interface FoundPlace {
  /** The whole address on one line; empty when the search knows no streets. */
  address: string;
  city: string;
  /** Its two letters; empty when not known. */
  state: string;
  /** Empty when not known, and of a city with several. */
  zip: string;
}

/** A source of places: the built-in gazetteer, or Google Maps when its key is set. */
export interface PlaceFinder {
  offers(query: string, signal: AbortSignal): Promise<PlaceSuggestion[]>;
  /** Looks up by its latitude and longitude what was picked. */
  found(offer: PlaceSuggestion): Promise<FoundPlace>;
}
