import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { keepRevisions } from "./revisions.server";
import { faqCategories, faqs } from "./texts.tables";

/** Pattern of a question's id; also matches ids of questions that are not stored yet. */
export const FAQ_ID = /^[\da-f]{24}$/;

/**
 * Record kind of a question of the FAQ. A question that was never published is read as empty, and stored when first published.
 */
export const faqRecord: RecordKind = {
  kind: "faq",
  right: "content.change",
  fields: {
    question: { schema: PlainLine(300) },
    answer: { schema: PlainLines(5000) },
    categoryId: { schema: z.string().min(1, "Choose a group.").max(64) },
    /** Whether shoppers see the question. */
    isShown: { schema: z.boolean() },
  },
  async read(tx, id) {
    const [row] = await tx.select().from(faqs).where(eq(faqs.id, id)).for("update");
    if (row) return { version: row.version, values: valuesOf(row) };
    if (!FAQ_ID.test(id)) return undefined;
    return { version: 0, values: { question: "", answer: "", categoryId: await firstGroup(tx), isShown: false } };
  },
  async write(tx, id, values, version, { memberId }) {
    await requireGroup(tx, values.categoryId);
    const [row] = await tx.select().from(faqs).where(eq(faqs.id, id)).for("update");
    if ((row?.version ?? 0) !== version) return undefined;
    const { isShown, ...texts } = values as Partial<ReturnType<typeof valuesOf>>;
    const shown = isShown === undefined ? {} : { publishedAt: isShown ? sql`now()` : null };
    const [written] = row
      ? await tx
          .update(faqs)
          .set({ ...texts, ...shown, version: version + 1 })
          .where(and(eq(faqs.id, id), eq(faqs.version, version)))
          .returning()
      : await tx
          .insert(faqs)
          .values({ ...(await emptyRow(tx)), ...texts, ...shown, id, version: 1 })
          .returning();
    if (!written) return undefined;
    const before = row ? { version, values: valuesOf(row), since: row.publishedAt } : undefined;
    const after = { version: written.version, values: valuesOf(written) };
    if (before) await keepRevisions(tx, { entity: "faq", key: id, before, after, memberId });
    return written.version;
  },
};

const valuesOf = ({ question, answer, categoryId, publishedAt }: typeof faqs.$inferSelect) => ({
  question,
  answer,
  categoryId,
  isShown: publishedAt !== null,
});

async function firstGroup(tx: Transaction): Promise<string> {
  const [first] = await tx
    .select({ id: faqCategories.id })
    .from(faqCategories)
    .orderBy(asc(faqCategories.position), asc(faqCategories.id))
    .limit(1);
  return first?.id ?? "";
}

/** Values of a new question, at the end of its group. */
async function emptyRow(tx: Transaction) {
  const [last] = await tx.select({ position: sql<number>`coalesce(max(position), 0)::int` }).from(faqs);
  return { question: "", answer: "", categoryId: await firstGroup(tx), position: (last?.position ?? 0) + 1 };
}

async function requireGroup(tx: Transaction, id: unknown): Promise<void> {
  if (id === undefined) return;
  const [group] = await tx
    .select({ id: faqCategories.id })
    .from(faqCategories)
    .where(eq(faqCategories.id, String(id)));
  if (!group) throw new Refusal("input-invalid", { fields: { categoryId: "Choose a group of the list." } });
}
