interface ArticlePart {
  title: string;
  fields: { name: string; label: string; kind: "line" | "lines" | "markdown" | "group" | "shown" }[];
}

/** Fields of an article, grouped under headings. */
export const articleParts: ArticlePart[] = [
  {
    title: "Article",
    fields: [
      { name: "title", label: "Title", kind: "line" },
      { name: "lead", label: "Lead", kind: "lines" },
      { name: "text", label: "Article", kind: "markdown" },
    ],
  },
  {
    title: "Where it stands",
    fields: [
      { name: "categoryId", label: "Category", kind: "group" },
      { name: "cover", label: "Cover", kind: "line" },
      { name: "isShown", label: "On the shop", kind: "shown" },
    ],
  },
  {
    title: "In search results",
    fields: [
      { name: "searchTitle", label: "Title in search results", kind: "line" },
      { name: "searchWords", label: "Sentence in search results", kind: "lines" },
    ],
  },
];

/** Label of an article's field in messages and the log. */
export const articleLabel = (field: string): string =>
  articleParts.flatMap(({ fields }) => fields).find(({ name }) => name === field)?.label ?? field;
