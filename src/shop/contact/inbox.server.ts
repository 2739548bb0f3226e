import { and, asc, desc, eq, ilike, ne, or, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { messageAnswers, messages } from "./contact.tables";

/** A message as the inbox lists it; the address only to whom may see what belongs to a person. */
export interface InboxMessage {
  id: number;
  name: string;
  email: string | null;
  message: string;
  state: "waiting" | "answered" | "done";
  isSample: boolean;
  at: Date;
}

export interface InboxView {
  /** Done messages, the newest first, instead of waiting ones, the oldest first. */
  isDone: boolean;
  /** Invented ones that are counted no more, whatever became of them, the oldest first. */
  isApart: boolean;
  search: string;
  /** The last message of the page before. */
  after: number | null;
  most: number;
}

const shown = ({ id, name, email, message, state, sample, sentAt }: typeof messages.$inferSelect, member: Member) => ({
  id,
  name,
  email: can(member, "people.read") ? email : null,
  message,
  state,
  isSample: sample,
  at: sentAt,
});

/**
 * A page of the inbox.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function inbox(
  { db }: Pick<Services, "db">,
  member: Member,
  { isDone, isApart, search, after, most }: InboxView,
): Promise<InboxMessage[]> {
  await requireRight({ db }, member, "messages.read");
  const like = `%${search.replaceAll("\0", "").replace(/[\\%_]/g, "\\$&")}%`;
  const last = sql`(select ${messages.sentAt}, ${messages.id} from ${messages} where ${messages.id} = ${after})`;
  const place = sql`(${messages.sentAt}, ${messages.id})`;
  const isCounted = isCountedSample(sql`${messages.sample}`);
  const isDescending = isDone && !isApart;
  const direction = isDescending ? desc : asc;
  const rows = await db
    .select()
    .from(messages)
    .where(
      and(
        isApart ? undefined : isDone ? ne(messages.state, "waiting") : eq(messages.state, "waiting"),
        isApart ? sql`not ${isCounted}` : isCounted,
        search === ""
          ? undefined
          : or(
              ilike(messages.name, like),
              ilike(messages.message, like),
              can(member, "people.read") ? ilike(messages.email, like) : undefined,
            ),
        after === null ? undefined : isDescending ? sql`${place} < ${last}` : sql`${place} > ${last}`,
      ),
    )
    .orderBy(direction(messages.sentAt), direction(messages.id))
    .limit(most);
  return rows.map((row) => shown(row, member));
}

/**
 * Whether there are invented messages that are counted no more.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function hasMessagesApart({ db }: Pick<Services, "db">, member: Member): Promise<boolean> {
  await requireRight({ db }, member, "messages.read");
  return (await db.$count(messages, sql`not ${isCountedSample(sql`${messages.sample}`)}`)) > 0;
}

/** An answer of the shop in a thread. */
export interface ThreadAnswer {
  id: number;
  memberId: string;
  answer: string;
  writtenAt: Date;
  /** Unset while it waits for the mail server. */
  sentAt: Date | null;
}

/**
 * A message with all that was written back; nothing when there is none of this number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function messageThread(
  { db }: Pick<Services, "db">,
  member: Member,
  id: number,
): Promise<(InboxMessage & { version: number; answers: ThreadAnswer[] }) | null> {
  await requireRight({ db }, member, "messages.read");
  const [row] = await db.select().from(messages).where(eq(messages.id, id));
  if (!row) return null;
  const answers = await db
    .select({
      id: messageAnswers.id,
      memberId: messageAnswers.memberId,
      answer: messageAnswers.answer,
      writtenAt: messageAnswers.writtenAt,
      sentAt: messageAnswers.sentAt,
    })
    .from(messageAnswers)
    .where(eq(messageAnswers.messageId, id))
    .orderBy(asc(messageAnswers.writtenAt), asc(messageAnswers.id));
  return { ...shown(row, member), version: row.version, answers };
}

/**
 * Messages from one address, the newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function messagesOf(
  { db }: Pick<Services, "db">,
  member: Member,
  email: string,
  most: number,
): Promise<InboxMessage[]> {
  await requireRight({ db }, member, "people.read");
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.email, email))
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(most);
  return rows.map((row) => shown(row, member));
}

/**
 * Senders with these letters in their name or address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findSenders(
  { db }: Pick<Services, "db">,
  member: Member,
  like: string,
  most: number,
): Promise<{ email: string; name: string; isSample: boolean }[]> {
  await requireRight({ db }, member, "people.read");
  return db
    .selectDistinctOn([messages.email], { email: messages.email, name: messages.name, isSample: messages.sample })
    .from(messages)
    .where(or(ilike(messages.email, like), ilike(messages.name, like)))
    .orderBy(messages.email, messages.sample, desc(messages.sentAt))
    .limit(most);
}
