import type { Sign } from "../ui/state";

/** A text in the list of all. */
export interface WordsLine {
  way: string;
  name: string;
  /** Its parts in words, or the place of the searched words. */
  note: string;
  state: { sign: Sign; text: string };
  isYours: boolean;
  at: string;
  by: string;
  isEverywhere: boolean;
}
