/** A suggestion of a place search. */
export interface PlaceSuggestion {
  id: string;
  label: string;
}

/** Place of a picked suggestion. */
export interface FoundPlace {
  /** Complete address on one line; empty if the finder knows no streets. */
  address: string;
  /** Street that was typed before the place; empty if none was, or if the finder knows streets. */
  street: string;
  city: string;
  /** Two-letter code; empty if unknown. */
  state: string;
  /** Empty if unknown, and for a city with several ZIPs. */
  zip: string;
}

/** A source of places: the built-in gazetteer, or Google Maps when its key is set. */
export interface PlaceFinder {
  offers(query: string, signal: AbortSignal): Promise<PlaceSuggestion[]>;
  /** Looks up the place of a picked suggestion. */
  found(offer: PlaceSuggestion): Promise<FoundPlace>;
}
