import { listAddress, oneOf, words } from "../list-address";

/** Views of the list of texts. */
export const SHOWS = ["all", "drafts", "planned", "newer", "hidden", "yours"] as const;

/** Texts that are listed. */
export interface WordsView {
  show: (typeof SHOWS)[number];
  text: string;
}

/** Address of the list of texts. */
export const wordsViews = listAddress<WordsView>("/words", {
  show: oneOf("show", [...SHOWS]),
  text: words("q", 60),
});
