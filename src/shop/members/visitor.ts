/** Client of the sign-in pages, as far as the request shows. */
export interface Visitor {
  /** Network of the request, by which attempts are limited. */
  network: string;
  /** Browser and operating system as text. */
  agent: string;
  /** Signed cookie of a browser in which a member signed in before; empty without one. */
  knownHere: string;
}
