const MADE = "Left empty, the page makes its own.";

/** Fields of a page's title and sentence in search results. */
export const searchFields = [
  { name: "title", label: "Title", kind: "line" as const, note: MADE },
  { name: "words", label: "Sentence", kind: "line" as const, note: MADE },
];
