/** Who stands at the door, as far as a request says. */
export interface Visitor {
  /** The network asked from, as limits count it. */
  network: string;
  /** Browser and system in words. */
  agent: string;
  /** The signed cookie of a browser in which a member has signed in before; empty without one. */
  knownHere: string;
}
