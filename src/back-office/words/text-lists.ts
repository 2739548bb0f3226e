import type { WordsKind } from "~/shop/words/words-id";

interface TextList {
  to: string;
  name: string;
  /** Its texts are written by members: a discarded draft may have been all of one. */
  isOfWritten?: true;
}

/** Lists from which texts are opened, by kind; others are opened from the list of all. */
export const textLists: Partial<Record<WordsKind, TextList>> = {
  faq: { to: "/words/faq", name: "Questions and answers", isOfWritten: true },
  article: { to: "/words/articles", name: "Articles", isOfWritten: true },
  letter: { to: "/words/letters", name: "Letters" },
  search: { to: "/words/search-results", name: "Search results" },
  chapter: { to: "/words/chapters", name: "Chapters", isOfWritten: true },
  event: { to: "/words/events", name: "Events", isOfWritten: true },
  film: { to: "/words/films", name: "Films", isOfWritten: true },
  post: { to: "/words/posts", name: "Riders' posts", isOfWritten: true },
};
