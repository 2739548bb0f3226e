import { z } from "zod";
import type { BlogCategory, Post } from "./post";

/** A blog category, as the API returns it. */
export const BlogCategoryWire = z
  .object({ _id: z.string(), name: z.string().meta({ example: "Riding Skills" }) })
  .meta({ id: "BlogCategory" });
export type BlogCategoryWire = z.infer<typeof BlogCategoryWire>;

export const blogCategoryToWire = ({ id, name }: BlogCategory): BlogCategoryWire => ({ _id: id, name });

/** An article, as the API returns it. */
export const BlogWire = z
  .object({
    _id: z.string().meta({ example: "a3fd835a2529a76b0345d98e" }),
    title: z.string().meta({ example: "Winter Riding Without the Heroics" }),
    image: z.string().nullable().meta({ description: "Relative to the API base" }),
    publishDate: z.iso.datetime(),
    content: z.string().meta({ description: "HTML" }),
    description: z.string(),
    category: BlogCategoryWire,
  })
  .meta({ id: "Blog" });
export type BlogWire = z.infer<typeof BlogWire>;

export const blogToWire = ({ id, title, image, publishedAt, content, description, category }: Post): BlogWire => ({
  _id: id,
  title,
  image,
  publishDate: publishedAt.toISOString(),
  content,
  description,
  category: blogCategoryToWire(category),
});
