import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { standingOf, storedStanding } from "~/shop/moderation";
import { StandingField } from "~/shop/moderation.server";
import { limits } from "~/shop/limits";
import { PlainLines } from "~/shop/plain-text";
import { questions, reviews } from "./reviews.tables";

/** Schema of the shop's public answer to a review or a question. */
export const ShopAnswer = PlainLines(limits.text.message, { missing: "Write your answer." })
  .trim()
  .min(1, "Write your answer.");

/** Record kind of a review: members approve or hide it, but cannot change its text or rating. */
export const reviewRecord: RecordKind = {
  kind: "review",
  right: "queue.moderate",
  fields: {
    standing: { schema: StandingField },
    answer: { schema: ShopAnswer.nullable() },
  },
  async read(tx, id) {
    const [row] = await tx.select().from(reviews).where(eq(reviews.id, id)).for("update");
    return row && { version: row.version, values: { standing: standingOf(row), answer: row.answer } };
  },
  async write(tx, id, { standing, answer }, version) {
    const stored = standing === undefined ? {} : storedStanding(StandingField.parse(standing));
    const said =
      answer === undefined ? {} : { answer: answer as string | null, answeredAt: answer ? new Date() : null };
    const [row] = await tx
      .update(reviews)
      .set({ ...stored, ...said, version: version + 1 })
      .where(and(eq(reviews.id, id), eq(reviews.version, version)))
      .returning({ version: reviews.version });
    return row?.version;
  },
};

const StaffAnswer = z.object({ author: z.string(), date: z.string(), content: ShopAnswer });

/** Record kind of a question, with the shop's own answer. */
export const questionRecord: RecordKind = {
  kind: "question",
  right: "queue.moderate",
  fields: {
    standing: { schema: StandingField },
    answer: { schema: StaffAnswer.nullable() },
  },
  async read(tx, id) {
    const [row] = await tx.select().from(questions).where(eq(questions.id, id)).for("update");
    const said = row?.answers.find(({ staff }) => staff);
    const answer = said ? { author: said.author, date: said.date, content: said.content } : null;
    return row && { version: row.version, values: { standing: standingOf(row), answer } };
  },
  async write(tx, id, { standing, answer }, version) {
    const stored = standing === undefined ? {} : storedStanding(StandingField.parse(standing));
    const [row] = await tx
      .update(questions)
      .set({ ...stored, version: version + 1 })
      .where(and(eq(questions.id, id), eq(questions.version, version)))
      .returning({ version: questions.version, answers: questions.answers });
    if (!row || answer === undefined) return row?.version;
    const own = StaffAnswer.nullable().parse(answer);
    const known = row.answers.find(({ staff }) => staff);
    const answers = [
      ...(own ? [{ id: known?.id ?? crypto.randomUUID(), staff: true, ...own }] : []),
      ...row.answers.filter(({ staff }) => !staff),
    ];
    await tx.update(questions).set({ answers }).where(eq(questions.id, id));
    return row.version;
  },
};
