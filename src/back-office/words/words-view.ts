import { listAddress, oneOf, words } from "../list-address";

/** Texts that are listed. */
export interface WordsView {
  show: "all" | "drafts" | "yours";
  text: string;
}

/** Address of the list of texts. */
export const wordsViews = listAddress<WordsView>("/words", {
  show: oneOf("show", ["all", "drafts", "yours"]),
  text: words("q", 60),
});
