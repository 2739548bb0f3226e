import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cleanHtml } from "~/platform/html.server";
import { picturesFor } from "~/platform/media.server";
import { cacheKeys } from "~/shop/cache-keys";
import { looksAutomated, requestKey } from "~/shop/form-submission";
import { blogCategories, comments, posts } from "./blog.tables";
import type { Comment } from "./comment";
import { type BlogCategory, type Post, postAt } from "./post";

/** The published articles, newest first. */
export async function publishedPosts(db: Database): Promise<Post[]> {
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      image: posts.image,
      description: posts.description,
      content: posts.content,
      category: { id: blogCategories.id, name: blogCategories.name },
      publishedAt: posts.publishedAt,
    })
    .from(posts)
    .innerJoin(blogCategories, eq(blogCategories.id, posts.categoryId))
    .where(lte(posts.publishedAt, sql`now()`))
    .orderBy(desc(posts.publishedAt), asc(posts.id));

  const pictures = await picturesFor(
    db,
    rows.flatMap(({ image }) => image ?? []),
  );
  return rows.flatMap(({ publishedAt, ...row }) =>
    publishedAt
      ? [
          {
            ...row,
            publishedAt,
            content: cleanHtml(row.content),
            picture: (row.image !== null && pictures.get(row.image)) || null,
          },
        ]
      : [],
  );
}

/** Published article of an address. */
export const postBySlug = async (db: Database, slug: string): Promise<Post | undefined> =>
  postAt(await publishedPosts(db), slug);

/** The tabs of the blog, in the merchant's order. */
export const allBlogCategories = (db: Database): Promise<BlogCategory[]> =>
  db
    .select({ id: blogCategories.id, name: blogCategories.name })
    .from(blogCategories)
    .orderBy(asc(blogCategories.position));

/** The approved comments on an article, oldest first; addresses stay in the table. */
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

/** Stores a comment for moderation; automated-looking ones are stored as refused. A repeated comment is stored once. */
export async function addComment(db: Database, postId: string, comment: Comment, now: Date): Promise<void> {
  const { name, email, message } = comment;
  const state = looksAutomated(comment, now.getTime()) ? "refused" : "waiting";
  const key = await requestKey("comment", postId, email, message);
  await db.insert(comments).values({ postId, name, email, message, state, requestKey: key }).onConflictDoNothing();
}
