import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { blogCategories, posts } from "./blog.tables";

/** An article in the members' list, published or not. */
export interface ListedArticle {
  id: string;
  title: string;
  lead: string;
  categoryId: string;
  category: string;
  publishedAt: Date | null;
}

/**
 * All articles that were ever published: the newest first, withdrawn ones last.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function memberArticles({ db }: { db: Database }, member: Member): Promise<ListedArticle[]> {
  await requireRight({ db }, member, "content.read");
  return db
    .select({
      id: posts.id,
      title: posts.title,
      lead: posts.description,
      categoryId: posts.categoryId,
      category: blogCategories.name,
      publishedAt: posts.publishedAt,
    })
    .from(posts)
    .innerJoin(blogCategories, eq(blogCategories.id, posts.categoryId))
    .orderBy(sql`${posts.publishedAt} desc nulls last`, asc(posts.id));
}

/** Titles of all articles, by id, for the log. */
export const articleTitles = (db: Database): Promise<{ id: string; title: string }[]> =>
  db.select({ id: posts.id, title: posts.title }).from(posts);
