import { and, asc, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { noteUses } from "~/platform/media-uses.server";
import type { Transaction } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { MarkdownText } from "~/shop/markdown-text";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { keepRevisions } from "~/shop/texts/revisions.server";
import { articleHtml, picturesIn } from "./article-text.server";
import { blogCategories, posts } from "./blog.tables";
import { postSlug } from "./post";

/** Pattern of article ids, also of articles that are not saved yet. */
export const ARTICLE_ID = /^[\da-f]{24}$/;

const PICTURE = /^(?:\/media\/[^\s"<>]{1,300})?$/;

/**
 * Record kind of an article. An article that was never published has no row: it is read as empty, and its first publication
 * inserts it.
 */
export const articleRecord: RecordKind = {
  kind: "article",
  right: "content.change",
  fields: {
    title: { schema: PlainLine(120) },
    lead: { schema: PlainLines(400) },
    text: { schema: MarkdownText() },
    /** Path of the article's picture; empty for none. */
    cover: { schema: PlainLine(320).regex(PICTURE, "Choose a picture of the shop.") },
    categoryId: { schema: z.string().min(1, "Choose a category.").max(64) },
    searchTitle: { schema: PlainLine(120) },
    searchWords: { schema: PlainLine(320) },
    /** Whether the shop shows the article. */
    isShown: { schema: z.boolean() },
  },
  async read(tx, id) {
    const [row] = await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    if (row) return { version: row.version, values: valuesOf(row) };
    if (!ARTICLE_ID.test(id)) return undefined;
    return { version: 0, values: await emptyArticle(tx) };
  },
  async write(tx, id, changes, version, { memberId }) {
    const [row] = await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    if ((row?.version ?? 0) !== version) return undefined;
    const values = changes as Partial<ArticleValues>;
    await requireKnown(tx, id, values);
    const columns = columnsOf(values, row);
    const [written] = row
      ? await tx
          .update(posts)
          .set({ ...columns, version: version + 1 })
          .where(and(eq(posts.id, id), eq(posts.version, version)))
          .returning()
      : await tx
          .insert(posts)
          .values({ ...(await emptyRow(tx, id)), ...columns, id, version: 1 })
          .returning();
    if (!written) return undefined;
    await noteUses(tx, { shown: shownBy(written), dropped: row ? shownBy(row) : [] });
    const after = { version: written.version, values: valuesOf(written) };
    if (row)
      await keepRevisions(tx, {
        entity: "article",
        key: id,
        before: { version, values: valuesOf(row), since: row.publishedAt },
        after,
        memberId,
      });
    return written.version;
  },
};

type Row = typeof posts.$inferSelect;

/** Fields of an article, as forms and the log name them. */
export type ArticleValues = ReturnType<typeof valuesOf>;

const valuesOf = (row: Row) => ({
  title: row.title,
  lead: row.description,
  text: row.markdown ?? row.content,
  cover: row.image ?? "",
  categoryId: row.categoryId,
  searchTitle: row.searchTitle,
  searchWords: row.searchWords,
  isShown: row.publishedAt !== null,
});

/** Columns for changed fields. HTML is rendered from the Markdown here, when the article is saved. */
function columnsOf({ title, lead, text, cover, isShown, ...same }: Partial<ArticleValues>, row: Row | undefined) {
  const shown = isShown === undefined || isShown === Boolean(row?.publishedAt) ? {} : shownSince(isShown);
  return {
    ...same,
    ...(title !== undefined && { title, slug: postSlug(title) }),
    ...(lead !== undefined && { description: lead }),
    ...(text !== undefined && { markdown: text, content: articleHtml(text) }),
    ...(cover !== undefined && { image: cover === "" ? null : cover }),
    ...shown,
  };
}

const shownSince = (isShown: boolean) => ({ publishedAt: isShown ? sql`now()` : null });

const shownBy = ({ image, content }: Row): string[] => [...(image === null ? [] : [image]), ...picturesIn(content)];

async function emptyArticle(tx: Transaction): Promise<ArticleValues> {
  const texts = { title: "", lead: "", text: "", cover: "", searchTitle: "", searchWords: "" };
  return { ...texts, categoryId: await firstCategory(tx), isShown: false };
}

async function emptyRow(tx: Transaction, id: string) {
  return { title: "", slug: id, content: "", categoryId: await firstCategory(tx) };
}

async function firstCategory(tx: Transaction): Promise<string> {
  const [first] = await tx
    .select({ id: blogCategories.id })
    .from(blogCategories)
    .orderBy(asc(blogCategories.position), asc(blogCategories.id))
    .limit(1);
  return first?.id ?? "";
}

/**
 * Checks values that depend on other rows.
 *
 * @throws {Refusal} `input-invalid` for an address that another article has, and for an unknown category.
 */
async function requireKnown(tx: Transaction, id: string, { title, categoryId }: Partial<ArticleValues>): Promise<void> {
  if (title !== undefined) {
    const others = await tx.$count(posts, and(eq(posts.slug, postSlug(title)), ne(posts.id, id)));
    if (others > 0)
      throw new Refusal("input-invalid", { fields: { title: "Another article has this title. Change a word." } });
  }
  if (categoryId !== undefined) {
    const known = await tx.$count(blogCategories, eq(blogCategories.id, categoryId));
    if (known === 0) throw new Refusal("input-invalid", { fields: { categoryId: "Choose a category of the list." } });
  }
}
