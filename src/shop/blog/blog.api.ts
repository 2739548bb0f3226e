import { createRoute } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { publicPage } from "~/shop/caching";
import { jsonResponse, refusals, roomApi } from "~/shop/shop.api";
import { allBlogCategories, publishedPosts } from "./blog.server";
import { blogCategoryToWire, BlogCategoryWire, blogToWire, BlogWire } from "./blog.wire";

const list = createRoute({
  method: "get",
  path: "/",
  tags: ["Blog"],
  operationId: "listBlogs",
  summary: "The published articles, newest first",
  responses: { 200: jsonResponse(BlogWire.array(), "The articles"), ...refusals() },
});

const categories = createRoute({
  method: "get",
  path: "/categories",
  tags: ["Blog"],
  operationId: "listBlogCategories",
  summary: "The categories of articles",
  responses: { 200: jsonResponse(BlogCategoryWire.array(), "The categories"), ...refusals() },
});

/** API calls of the blog. */
export const blogApi = ({ db, settings }: Pick<Services, "db" | "settings">) =>
  roomApi()
    .openapi(list, async (c) => c.json((await publishedPosts(db, settings())).map(blogToWire), 200, publicPage))
    .openapi(categories, async (c) => c.json((await allBlogCategories(db)).map(blogCategoryToWire), 200, publicPage));
