import { and, asc, desc, eq, getTableColumns, ilike, isNull, ne, or, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { messageAnswers, messageMails, messages } from "./contact.tables";

/** A message in the inbox; its e-mail address is present only for members who may see personal data. */
export interface InboxMessage {
  id: number;
  name: string;
  email: string | null;
  /** First text of the thread: the shopper's message, or the letter of the member who began the thread. */
  message: string;
  source: "form" | "shop";
  state: "waiting" | "answered" | "done";
  isSample: boolean;
  at: Date;
}

export interface InboxView {
  /** True lists closed messages, newest first; false lists open messages, oldest first. */
  isDone: boolean;
  /** True lists demo messages that are no longer counted, oldest first. */
  isApart: boolean;
  search: string;
  /** Id of the last message on the previous page. */
  after: number | null;
  most: number;
}

/** SQL columns of a message, with the first text of its thread. */
const WITH_FIRST = {
  ...getTableColumns(messages),
  first: sql<string>`case when ${messages.source} = 'form' then ${messages.message} else coalesce((select answer
    from message_answers where message_id = ${messages.id} order by id limit 1), '') end`,
};

type Row = typeof messages.$inferSelect & { first: string };

const shown = ({ id, name, email, first, source, state, sample, sentAt }: Row, member: Member) => ({
  id,
  name,
  email: can(member, "people.read") ? email : null,
  message: first,
  source,
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
    .select(WITH_FIRST)
    .from(messages)
    .where(
      and(
        isApart ? undefined : isDone ? ne(messages.state, "waiting") : eq(messages.state, "waiting"),
        isApart ? sql`not ${isCounted}` : isCounted,
        search === ""
          ? undefined
          : or(
              sql`search_form(${messages.name}) like search_form(${like})`,
              sql`search_form(${messages.message}) like search_form(${like})`,
              sql`${messages.source} = 'shop' and exists (select from message_answers where message_id = ${messages.id} and search_form(answer) like search_form(${like}))`,
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
 * Whether the inbox has demo messages that are no longer counted.
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
  /** Time of sending; null while the answer waits for the mail server. */
  sentAt: Date | null;
}

/** A shopper's mail in a thread. */
export interface ThreadMail {
  id: number;
  memberId: string;
  words: string;
  /** Day of arrival, e.g. 2026-11-20. */
  cameOn: string;
  putInAt: Date;
  version: number;
}

/**
 * Reads a message with its thread; null for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function messageThread(
  { db }: Pick<Services, "db">,
  member: Member,
  id: number,
): Promise<
  (InboxMessage & { version: number; orderNumber: string | null; answers: ThreadAnswer[]; mails: ThreadMail[] }) | null
> {
  await requireRight({ db }, member, "messages.read");
  const [row] = await db.select(WITH_FIRST).from(messages).where(eq(messages.id, id));
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
  const { id: mailId, memberId, words, cameOn, putInAt, version } = messageMails;
  const mails = await db
    .select({ id: mailId, memberId, words, cameOn, putInAt, version })
    .from(messageMails)
    .where(and(eq(messageMails.messageId, id), isNull(messageMails.removedAt)))
    .orderBy(asc(messageMails.id));
  return { ...shown(row, member), version: row.version, orderNumber: row.orderNumber, answers, mails };
}

/**
 * Messages from one e-mail address, newest first.
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
    .select(WITH_FIRST)
    .from(messages)
    .where(eq(messages.email, email))
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(most);
  return rows.map((row) => shown(row, member));
}

/**
 * Finds senders whose name or e-mail address matches the pattern `like` of SQL.
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
    .where(or(ilike(messages.email, like), sql`search_form(${messages.name}) like search_form(${like})`))
    .orderBy(messages.email, messages.sample, desc(messages.sentAt))
    .limit(most);
}
