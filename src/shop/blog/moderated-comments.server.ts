import { inArray } from "drizzle-orm";
import { moderation } from "~/shop/audit/moderated.server";
import { comments, posts } from "./blog.tables";
import { postAddress } from "./post";

/** Moderation of blog comments. */
export const moderatedComments = moderation({
  kind: "comment",
  record: "comment",
  table: comments,
  at: "sentAt",
  state: "state",
  person: comments.email,
  async tell(db, rows) {
    const articles = await db
      .select({ id: posts.id, title: posts.title, image: posts.image })
      .from(posts)
      .where(inArray(posts.id, [...new Set(rows.map(({ postId }) => postId))]));
    const article = new Map(articles.map((each) => [each.id, each]));
    return ({ name, message, postId }) => {
      const { title = "", image = null } = article.get(postId) ?? {};
      return { author: name, words: message, name: title, about: { name: title, to: postAddress({ title }), image } };
    };
  },
});
