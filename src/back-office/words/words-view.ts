import { listAddress, oneOf, words } from "../list-address";

/** Views of the list of all texts. */
export const SHOWS = ["all", "drafts", "planned", "newer", "hidden", "yours"] as const;

/** View and search text of the list. */
export interface WordsView {
  show: (typeof SHOWS)[number];
  text: string;
}

/** Address of the list of all texts. */
export const wordsViews = listAddress<WordsView>("/words", {
  show: oneOf("show", [...SHOWS]),
  text: words("q", 60),
});
