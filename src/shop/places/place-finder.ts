/** A suggestion of a place search. */
export interface PlaceSuggestion {
  id: string;
  label: string;
}

/** Place of a picked suggestion. */
export interface FoundPlace {
  /** Complete address on one line; empty for searches without streets. */
  address: string;
  city: string;
  /** Two letters; empty if unknown. */
  state: string;
  /** Empty if unknown, and for a city with several. */
  zip: string;
}

/** A source of places: the built-in gazetteer, or Google Maps when its key is set. */
export interface PlaceFinder {
  offers(query: string, signal: AbortSignal): Promise<PlaceSuggestion[]>;
  /** Looks up a picked suggestion by its coordinates. */
  found(offer: PlaceSuggestion): Promise<FoundPlace>;
}
