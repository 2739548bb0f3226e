import type { ArticleValues } from "./article-record.server";
import { articleHtml } from "./article-text.server";
import type { BlogCategory } from "./post";

interface PostRow {
  id: string;
  title: string;
  image: string | null;
  description: string;
  content: string;
  category: BlogCategory;
  publishedAt: Date | null;
  searchTitle: string;
  searchWords: string;
}

const EMPTY = {
  title: "",
  image: null,
  description: "",
  content: "",
  publishedAt: null,
  searchTitle: "",
  searchWords: "",
};

/** Articles with the changes of drafts. An article with a draft is shown even if it is unpublished; new articles come first. */
export function withDrafts(
  rows: readonly PostRow[],
  drafts: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  categories: readonly BlogCategory[],
): PostRow[] {
  const [first] = categories;
  const added = [...drafts.keys()].filter((id) => !rows.some((row) => row.id === id));
  const all = first ? [...added.map((id) => ({ ...EMPTY, id, category: first })), ...rows] : rows;
  return all.map((row) => {
    const values = drafts.get(row.id) as Partial<ArticleValues> | undefined;
    return values ? drafted(row, values, categories) : row;
  });
}

function drafted(
  row: PostRow,
  { title, lead, text, cover, categoryId, searchTitle, searchWords }: Partial<ArticleValues>,
  categories: readonly BlogCategory[],
): PostRow {
  return {
    ...row,
    title: title ?? row.title,
    description: lead ?? row.description,
    content: text === undefined ? row.content : articleHtml(text),
    image: cover === undefined ? row.image : cover || null,
    category: categories.find(({ id }) => id === categoryId) ?? row.category,
    searchTitle: searchTitle ?? row.searchTitle,
    searchWords: searchWords ?? row.searchWords,
    publishedAt: row.publishedAt ?? new Date(),
  };
}
