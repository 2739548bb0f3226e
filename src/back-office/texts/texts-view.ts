import { listAddress, oneOf, words } from "../list-address";

/** Views of the list of all texts, in their order. */
export const SHOWS = ["all", "drafts", "planned", "newer", "hidden", "yours"] as const;

export const viewNames: Record<(typeof SHOWS)[number], string> = {
  all: "All",
  drafts: "Drafts",
  planned: "Planned",
  newer: "Newer default",
  hidden: "Hidden",
  yours: "Changed by you",
};

/** View and search text of the list. */
export interface TextsView {
  show: (typeof SHOWS)[number];
  text: string;
}

/** Address of the list of all texts. */
export const textsViews = listAddress<TextsView>("/words", {
  show: oneOf("show", [...SHOWS]),
  text: words("q", 60),
});
