import type { Line } from "./bag";

/** A notice of the bag: a sentence of its own, and a short form at its line, or at the code that was taken off. */
export interface BagNotice {
  words: string;
  /** Unset for a code and for gift cards. */
  line?: Line;
  /** Unset for a line that cannot be bought, which says so by itself. */
  beside?: string;
}
