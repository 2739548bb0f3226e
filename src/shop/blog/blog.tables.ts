import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { type HideReason, reasonsToHide } from "~/shop/moderation";

const reasons = sql.raw(reasonsToHide.map((reason) => `'${reason}'`).join(", "));

export const blogCategories = pgTable("blog_categories", {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  position: integer().notNull(),
  version: integer().notNull().default(1),
});

mark(blogCategories, { content: "name position", technical: "id version" });

export const posts = pgTable(
  "posts",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    /** Last segment of the article's address; made from the title. */
    slug: text().notNull().unique(),
    image: text(),
    description: text().notNull().default(""),
    /** Cleaned HTML; rendered from `markdown` if that is set. */
    content: text().notNull(),
    /** The article's Markdown; unset for an article that was imported as HTML. */
    markdown: text(),
    /** Title and description in search results; empty: those of the article are used. */
    searchTitle: text().notNull().default(""),
    searchWords: text().notNull().default(""),
    categoryId: text()
      .notNull()
      .references(() => blogCategories.id),
    publishedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (post) => [index().on(post.publishedAt)],
);

mark(posts, {
  content: "title slug image description content markdown searchTitle searchWords categoryId publishedAt",
  technical: "id version",
});

/** Comments of readers; shown after approval. */
export const comments = pgTable(
  "comments",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    postId: text()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    state: text().$type<"waiting" | "approved" | "refused">().notNull().default("waiting"),
    /** Reason why a member hid the comment; unset if no member hid it. */
    hiddenBecause: text().$type<HideReason>(),
    requestKey: text().notNull().unique(),
    /** Whether this is a demo record, which figures exclude and which is deleted with the other demo data. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    sentAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (comment) => [
    index().on(comment.postId, comment.state),
    index("comments_waiting")
      .on(comment.sentAt, comment.id)
      .where(sql`state = 'waiting'`),
    index("comments_decided")
      .on(comment.sentAt, comment.id)
      .where(sql`state <> 'waiting'`),
    index().on(comment.email),
    check(
      "comment_is_hidden_for_a_known_reason",
      sql`${comment.hiddenBecause} is null or (${comment.state} = 'refused' and ${comment.hiddenBecause} in (${reasons}))`,
    ),
    check("comment_state_is_known", sql`${comment.state} in ('waiting', 'approved', 'refused')`),
  ],
);

mark(comments, {
  personal: { name: "author", email: "emptied", message: "public" },
  whose: { email: "email", copied: { as: "Comments", with: "state sentAt" } },
  content: "postId state hiddenBecause sample sentAt",
  technical: "id requestKey version",
});
