import { and, asc, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { z } from "zod";
import { receivedKey } from "./contact.server";
import { messageAnswers, messageMails, messages } from "./contact.tables";
import { MessageAnswered, messageAnsweredSubject, messageWrittenSubject } from "./message-answered.email";

const State = z.enum(["waiting", "answered", "done"]);
export type MessageState = z.infer<typeof State>;

/** Record kind of a message; a member can close and reopen it. */
export const messageRecord: RecordKind = {
  kind: "message",
  right: "messages.answer",
  fields: { state: { schema: State } },
  async read(tx, id) {
    const [row] = await tx
      .select({ version: messages.version, state: messages.state })
      .from(messages)
      .where(eq(messages.id, Number(id)))
      .for("update");
    return row && { version: row.version, values: { state: row.state } };
  },
  async write(tx, id, { state }, version) {
    const [row] = await tx
      .update(messages)
      .set({ state: State.parse(state), version: version + 1 })
      .where(and(eq(messages.id, Number(id)), eq(messages.version, version)))
      .returning({ version: messages.version });
    return row?.version;
  },
};

/** Kind of the change-log entries for members' answers to shoppers. */
export const ANSWER_KIND = "message-answer";

/** Name of the job queue that mails answers to messages. */
export const SEND_ANSWER = "send-message-answer";
export interface SendAnswer {
  id: number;
}

/** Result of answering: the answer was stored and enqueued, or it was too late because another member has handled the message. */
export type Answered = { saved: true; act: string } | { saved: false; isLate: true };

interface Answering {
  id: number;
  version: number;
  submission: string;
  answer: string;
}

/**
 * Stores an answer, enqueues its letter and closes the message in one transaction; a form that is sent twice is stored once.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `submission-foreign`, and as `admitLetterByHand`.
 */
export async function answerMessage(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { id, version, submission, answer }: Answering,
): Promise<Answered> {
  await requireRight(services, member, "messages.answer");
  const about = { submission, kind: ANSWER_KIND, record: String(id) };
  return once(services, member, about, async (tx): Promise<Answered> => {
    const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for("update");
    if (!message) throw new Refusal("record-unknown");
    if (message.version !== version) return { saved: false, isLate: true };
    const [stored] = await tx
      .insert(messageAnswers)
      .values({ messageId: id, submission, memberId: member.id, answer })
      .returning({ id: messageAnswers.id });
    if (!stored) throw new Error("The answer was not stored.");
    await tx
      .update(messages)
      .set({ state: "answered", version: version + 1 })
      .where(eq(messages.id, id));
    await admitLetterByHand(tx, { memberId: member.id, to: message.email });
    await services.jobs.enqueue(tx, SEND_ANSWER, stored satisfies SendAnswer, { key: String(stored.id) });
    const change = { kind: ANSWER_KIND, record: String(id), version: version + 1, old: null, new: stored.id };
    await logChanges(tx, { memberId: member.id, submission, action: "answer", reason: "" }, [
      { ...change, field: "letter" },
    ]);
    return { saved: true, act: submission };
  });
}

/** Seconds after which another process may send the same letter; longer than the time-out of the mail server. */
const CLAIM = 90;

/**
 * Mails an answer as a reply to the shop's acknowledgement. Repeated or concurrent calls send it only once.
 *
 * @throws errors of the mail server, and an error while another process is sending the answer, so that the job queue retries;
 * `NothingLeftToDo` if the message was cleared.
 */
export async function sendAnswer(
  services: Pick<Services, "db" | "mail" | "settings" | "address">,
  { id }: SendAnswer,
): Promise<void> {
  const { db, mail } = services;
  const own = eq(messageAnswers.id, id);
  const [answer] = await db
    .update(messageAnswers)
    .set({ claimedUntil: sql`now() + make_interval(secs => ${CLAIM})` })
    .where(
      and(
        own,
        isNull(messageAnswers.sentAt),
        or(isNull(messageAnswers.claimedUntil), lt(messageAnswers.claimedUntil, sql`now()`)),
      ),
    )
    .returning();
  if (!answer) {
    const [known] = await db.select({ sentAt: messageAnswers.sentAt }).from(messageAnswers).where(own);
    if (!known || known.sentAt) return;
    throw new Error("Another process is sending this answer.");
  }
  try {
    await mail.send(await answerLetter(services, answer));
    await db.update(messageAnswers).set({ sentAt: new Date() }).where(own);
  } finally {
    await db.update(messageAnswers).set({ claimedUntil: null }).where(own);
  }
}

/** Key of an answer's letter, from which its message id is made, so that later answers can refer to it. */
export const answerKey = (id: number): string => `message-answer ${id}`;

async function answerLetter(
  { db, settings, address }: Pick<Services, "db" | "settings" | "address">,
  { id, messageId, memberId, answer, writtenAt }: typeof messageAnswers.$inferSelect,
) {
  const [[message], names, earlier] = await Promise.all([
    db.select().from(messages).where(eq(messages.id, messageId)),
    memberNames(db),
    earlierAnswers(db, messageId, id),
  ]);
  if (!message) throw new NothingLeftToDo(`The message ${messageId} was cleared.`);
  const member = names.get(memberId) ?? settings().shopName;
  const quoted = (await lastMail(db, messageId, writtenAt)) ?? message.message;
  const letter = createElement(MessageAnswered, { answer, member, quoted, settings: settings(), address });
  const isOurs = message.source === "shop";
  const words = await letterWords(db, "message-received", settings());
  return {
    to: message.email,
    replyTo: settings().supportEmail,
    subject: isOurs ? messageWrittenSubject(message.orderNumber, earlier.length === 0) : messageAnsweredSubject(words),
    ...(await renderLetter(letter)),
    key: answerKey(id),
    isPersonal: true,
    // Threads begun by the shop have no acknowledgement to refer to.
    answers: [...(isOurs ? [] : [receivedKey(messageId)]), ...earlier.map(answerKey)],
  };
}

/** Shopper's latest mail of the thread before a given time; undefined if there is none. */
async function lastMail(db: Database, messageId: number, before: Date): Promise<string | undefined> {
  const [mail] = await db
    .select({ words: messageMails.words })
    .from(messageMails)
    .where(and(eq(messageMails.messageId, messageId), isNull(messageMails.removedAt), lt(messageMails.putInAt, before)))
    .orderBy(desc(messageMails.cameOn), desc(messageMails.id))
    .limit(1);
  return mail?.words;
}

async function earlierAnswers(db: Database, messageId: number, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: messageAnswers.id })
    .from(messageAnswers)
    .where(and(eq(messageAnswers.messageId, messageId), lt(messageAnswers.id, id)))
    .orderBy(asc(messageAnswers.id));
  return rows.map((row) => row.id);
}
