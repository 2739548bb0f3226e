import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "~/services";
import { logChanges, type LoggedChange } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { dayIn } from "~/shop/shop-time";
import { messageRecord } from "./answer-message.server";
import { messageMails, messages } from "./contact.tables";

/** Record kind of a shopper's mail in a thread; a member can remove and restore the mail. */
export const messageMailRecord: RecordKind = {
  kind: "message-mail",
  right: "messages.answer",
  fields: { isPutAway: { schema: z.boolean(), begins: true } },
  async read(tx, id) {
    const [row] = await tx
      .select()
      .from(messageMails)
      .where(eq(messageMails.id, Number(id)))
      .for("update");
    return row && { version: row.version, values: { isPutAway: row.removedAt !== null } };
  },
  async write(tx, id, { isPutAway }, version) {
    const [row] = await tx
      .update(messageMails)
      .set({ removedAt: isPutAway ? new Date() : null, version: version + 1 })
      .where(and(eq(messageMails.id, Number(id)), eq(messageMails.version, version)))
      .returning({ version: messageMails.version });
    return row?.version;
  },
};

interface CameByMail {
  /** Id of the thread. */
  id: number;
  submission: string;
  words: string;
  /** Day of arrival in the shop's time zone, e.g. 2026-11-20. */
  cameOn: string;
}

/**
 * Adds a shopper's mail to a thread, which then waits for an answer again. A form that is sent twice adds one mail; undo removes
 * it.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `submission-foreign`; `input-invalid` for a day in the future.
 */
export async function addMail(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  { id, submission, words, cameOn }: CameByMail,
  now = new Date(),
): Promise<string> {
  await requireRight(services, member, "messages.answer");
  if (cameOn > dayIn(now, services.settings().timeZone))
    throw new Refusal("input-invalid", { fields: { cameOn: "That day has not come yet." } });
  const about = { submission, kind: messageMailRecord.kind, record: String(id) };
  await once(services, member, about, async (tx) => {
    const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for("update");
    if (!message) throw new Refusal("record-unknown");
    const [mail] = await tx
      .insert(messageMails)
      .values({ messageId: id, memberId: member.id, cameOn, words })
      .returning({ id: messageMails.id, version: messageMails.version });
    if (!mail) throw new Error("The mail was not stored.");
    const changes: LoggedChange[] = [
      {
        kind: messageMailRecord.kind,
        record: String(mail.id),
        version: mail.version,
        field: "isPutAway",
        old: true,
        new: false,
      },
    ];
    if (message.state !== "waiting") {
      const version = message.version + 1;
      await tx.update(messages).set({ state: "waiting", version }).where(eq(messages.id, id));
      const state = { field: "state", old: message.state, new: "waiting" };
      changes.push({ kind: messageRecord.kind, record: String(id), version, ...state });
    }
    await logChanges(tx, { memberId: member.id, submission, action: "create", reason: "" }, changes);
    return { saved: true };
  });
  return submission;
}
