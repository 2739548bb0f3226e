import { allBlogCategories } from "~/shop/blog/blog.server";
import { blogCategoryRecord } from "~/shop/blog/category-record.server";
import type { LogKind } from "../../log/log-kind";

export const blogCategoryKind: LogKind = {
  record: blogCategoryRecord,
  title: "Categories of articles",
  edits: { noun: ["category of articles", "categories of articles"], field: () => "name" },
  thing: "category of articles",
  words: ({ record, old, new: now }, names) => ({
    what: `Category of articles ${names.get(`blog-category ${record}`)?.name ?? ""}`.trim(),
    from: String(old ?? "") || "none",
    to: String(now ?? "") || "none",
    way: "/words/articles/categories",
  }),
  names: async (db) =>
    new Map((await allBlogCategories(db)).map(({ id, name }) => [`blog-category ${id}`, { name }] as const)),
};
