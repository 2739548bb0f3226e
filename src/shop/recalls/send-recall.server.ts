import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { finalRefusal } from "~/platform/final-refusal.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { recallLinks } from "~/shop/orders/letter-links.server";
import { existingOrder } from "~/shop/orders/letters/order-letters.server";
import { type LetterEvent, type OrderLetters, sendOnce } from "~/shop/orders/letters/send-once.server";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { reachedBy } from "./reached.server";
import { type SpreadRecall, TELL_RECALL, type TellRecall } from "./recall-jobs";
import { RecallLetter, recallSubject } from "./recall.email";
import { recallLetters, recalls } from "./recalls.tables";

/** Letters that one transaction enqueues. */
export const PORTION = 200;

/**
 * Enqueues the letters of a recall that are not enqueued yet, in portions that each note what they enqueue. A process that dies
 * leaves the rest to whoever repeats the job.
 */
export async function spreadRecall(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { recallId }: SpreadRecall,
  now = new Date(),
): Promise<void> {
  for (;;) {
    const enqueued = await db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: recallLetters.id })
        .from(recallLetters)
        .where(and(eq(recallLetters.recallId, recallId), isNull(recallLetters.enqueuedAt)))
        .orderBy(asc(recallLetters.id))
        .limit(PORTION)
        .for("update");
      const ids = rows.map(({ id }) => id);
      await tx.update(recallLetters).set({ enqueuedAt: now }).where(inArray(recallLetters.id, ids));
      for (const letterId of ids)
        await jobs.enqueue(tx, TELL_RECALL, { letterId } satisfies TellRecall, { key: letterId });
      return ids.length;
    });
    if (enqueued < PORTION) return;
  }
}

/**
 * Sends a recall's letter to its address, once; not if the person was erased, its orders got another one, or all pieces came
 * back meanwhile. A letter that the
 * mail server refuses for good is noted with its words; any other failure is tried again.
 *
 * @throws errors of the mail server that are not for good.
 */
export async function sendRecallLetter(
  services: OrderLetters & Pick<Services, "sealer">,
  { letterId }: TellRecall,
  now = new Date(),
): Promise<void> {
  const { db } = services;
  const [found] = await db
    .select({ letter: recallLetters, recall: recalls })
    .from(recallLetters)
    .innerJoin(recalls, eq(recalls.id, recallLetters.recallId))
    .where(eq(recallLetters.id, letterId));
  if (!found || found.letter.sentAt || found.letter.refusedAt) return;
  const noted = (set: PgUpdateSetSource<typeof recallLetters>) =>
    db.update(recallLetters).set(set).where(eq(recallLetters.id, letterId));
  let isOver = false;
  const write = async () => {
    const letter = await letterOf(services, found);
    isOver = letter === undefined;
    return letter;
  };
  try {
    const { orderNumber } = found.letter;
    const event: LetterEvent = { orderNumber, kind: "recall-told", onceKey: `recall-told:${letterId}` };
    await sendOnce(services, event, write);
    await noted(isOver ? { pieces: 0 } : { sentAt: now });
  } catch (error) {
    const words = finalRefusal(error);
    if (words === undefined) throw error;
    // The words name the address, which an erasure may have taken out meanwhile.
    const refusal = sql`case when ${recallLetters.email} is not null then ${words}::text end`;
    await noted({ refusedAt: now, refusal });
  }
}

interface Found {
  letter: typeof recallLetters.$inferSelect;
  recall: typeof recalls.$inferSelect;
}

async function letterOf(services: OrderLetters & Pick<Services, "sealer">, { letter, recall }: Found) {
  const { db, settings, address } = services;
  const { id, email, orderNumber } = letter;
  if (email === null || !(await stillReached(db, recall, email, settings().timeZone))) return undefined;
  const order = await existingOrder(db, orderNumber);
  const words = await letterWords(db, "recall", settings());
  const page = await recallLinks.address(services, id);
  const props = { order, recall, page, words, settings: settings(), address };
  return {
    ...(await renderLetter(createElement(RecallLetter, props))),
    to: email,
    subject: recallSubject(props),
    key: `recall-${id}`,
  };
}

async function stillReached(db: Database, recall: Found["recall"], email: string, zone: string): Promise<boolean> {
  const { rows } = await db.execute(reachedBy(recall, zone, sql`email = ${email}`));
  return rows.length > 0;
}
