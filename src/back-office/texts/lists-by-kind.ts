import type { TextKind } from "~/shop/publishing/text-id";

interface TextList {
  to: string;
  name: string;
  /** True if members add and delete these texts: after a draft is discarded its text may not exist any more. */
  isOfWritten?: true;
}

/** Lists that link to the texts of a kind; texts of other kinds are in the list of all texts. */
export const listsByKind: Partial<Record<TextKind, TextList>> = {
  faq: { to: "/words/faq", name: "Questions and answers", isOfWritten: true },
  article: { to: "/words/articles", name: "Articles", isOfWritten: true },
  letter: { to: "/words/letters", name: "Letters" },
  search: { to: "/words/search-results", name: "Search results" },
  chapter: { to: "/words/chapters", name: "Chapters", isOfWritten: true },
  event: { to: "/words/events", name: "Events", isOfWritten: true },
  film: { to: "/words/films", name: "Films", isOfWritten: true },
  post: { to: "/words/posts", name: "Riders' posts", isOfWritten: true },
};
