/** A client of the sign-in pages, as known from the request. */
export interface Visitor {
  /** Network of the request, for limits. */
  network: string;
  /** Browser and system in words. */
  agent: string;
  /** Signed cookie of a known browser; empty without one. */
  knownHere: string;
}
