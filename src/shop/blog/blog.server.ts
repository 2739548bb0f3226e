import { and, asc, desc, eq, inArray, lte, or } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cleanHtml } from "~/platform/html.server";
import { picturesFor } from "~/platform/media.server";
import { cacheKeys } from "~/shop/cache-keys";
import { looksAutomated } from "~/shop/bot-traps";
import { requestKey } from "~/shop/form-submission";
import type { Settings } from "~/shop/settings";
import { previewedTexts, shownMoment } from "~/shop/texts/previewed-texts.server";
import { filledHtml, picturesIn, withPictures } from "./article-text.server";
import { blogCategories, comments, posts } from "./blog.tables";
import type { Comment } from "./comment";
import type { BlogCategory, Post } from "./post";
import { withDrafts } from "./with-drafts.server";

/** The published articles, newest first, with settings and pictures in their texts. */
export async function publishedPosts(db: Database, settings: Settings): Promise<Post[]> {
  const rows = (await shownRows(db)).map((row) => ({ ...row, content: cleanHtml(row.content) }));
  const pictures = await picturesFor(
    db,
    rows.flatMap(({ image, content }) => [...(image === null ? [] : [image]), ...picturesIn(content)]),
  );
  return rows.map(({ image, content, ...row }) => ({
    ...row,
    image,
    content: withPictures(filledHtml(content, settings), pictures),
    picture: (image !== null && pictures.get(image)) || null,
  }));
}

/** Titles of the published articles, newest first: their addresses need no other data. */
export const publishedTitles = async (db: Database): Promise<Pick<Post, "id" | "title" | "publishedAt">[]> =>
  (await shownRows(db)).map(({ id, title, publishedAt }) => ({ id, title, publishedAt }));

/** Rows of the published articles; a preview also has the articles of its drafts. */
async function shownRows(db: Database) {
  const drafted = previewedTexts()?.records.get("article");
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      image: posts.image,
      description: posts.description,
      content: posts.content,
      category: { id: blogCategories.id, name: blogCategories.name },
      publishedAt: posts.publishedAt,
      searchTitle: posts.searchTitle,
      searchWords: posts.searchWords,
    })
    .from(posts)
    .innerJoin(blogCategories, eq(blogCategories.id, posts.categoryId))
    .where(or(lte(posts.publishedAt, shownMoment()), drafted && inArray(posts.id, [...drafted.keys()])))
    .orderBy(desc(posts.publishedAt), asc(posts.id));
  const shown = drafted ? withDrafts(rows, drafted, await allBlogCategories(db)) : rows;
  return shown.flatMap(({ publishedAt, ...row }) => (publishedAt ? [{ ...row, publishedAt }] : []));
}

/** The categories of the blog, shown as its tabs, in the merchant's order. */
export const allBlogCategories = (db: Database): Promise<BlogCategory[]> =>
  db
    .select({ id: blogCategories.id, name: blogCategories.name })
    .from(blogCategories)
    .orderBy(asc(blogCategories.position));

/** Approved comments on an article, oldest first, without e-mail addresses. */
export const approvedComments = (
  db: Database,
  postId: string,
): Promise<{ id: number; name: string; message: string; sentAt: Date }[]> =>
  readUnder([cacheKeys.comments(postId)], () =>
    db
      .select({ id: comments.id, name: comments.name, message: comments.message, sentAt: comments.sentAt })
      .from(comments)
      .where(and(eq(comments.postId, postId), eq(comments.state, "approved")))
      .orderBy(asc(comments.sentAt)),
  );

/** Stores a comment for moderation; a comment that seems automated is stored as refused. A repeated comment is stored once. */
export async function addComment(db: Database, postId: string, comment: Comment, now: Date): Promise<void> {
  const { name, email, message } = comment;
  const state = looksAutomated(comment, now.getTime()) ? "refused" : "waiting";
  const key = await requestKey("comment", postId, email, message);
  await db.insert(comments).values({ postId, name, email, message, state, requestKey: key }).onConflictDoNothing();
}
