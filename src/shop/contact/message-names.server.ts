import { eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { messageMails, messages } from "./contact.tables";

interface Named {
  kind: string;
  record: string;
}

/** Names of shoppers, by kind and id of their messages, answers and mails, as the log shows them. The caller checks the right. */
export async function messageRecordNames(
  db: Database,
  changes: readonly Named[],
): Promise<[key: string, { name: string; messageId: number }][]> {
  const ids = (...kinds: string[]) => [
    ...new Set(changes.flatMap(({ kind, record }) => (kinds.includes(kind) ? [Number(record)] : []))),
  ];
  const [own, mails] = [ids("message", "message-answer"), ids("message-mail")];
  const { id, name } = messages;
  const [written, put] = await Promise.all([
    own.length > 0 ? db.select({ id, name }).from(messages).where(inArray(id, own)) : [],
    mails.length > 0
      ? db
          .select({ id: messageMails.id, messageId: id, name })
          .from(messageMails)
          .innerJoin(messages, eq(id, messageMails.messageId))
          .where(inArray(messageMails.id, mails))
      : [],
  ]);
  return [
    ...written.flatMap((row): [string, { name: string; messageId: number }][] =>
      ["message", "message-answer"].map((kind) => [`${kind} ${row.id}`, { name: row.name, messageId: row.id }]),
    ),
    ...put.map((row): [string, { name: string; messageId: number }] => [
      `message-mail ${row.id}`,
      { name: row.name, messageId: row.messageId },
    ]),
  ];
}
