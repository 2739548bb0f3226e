import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { csvFile } from "~/platform/csv.server";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { isUuid } from "~/shop/is-uuid";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Link, recallLinks } from "~/shop/orders/letter-links.server";
import { Refusal } from "~/shop/refusal";
import { recallLetters, recalls } from "./recalls.tables";
import { RECALL } from "./start-recall.server";

/** Maximum number of addresses on a recall's page; the file has all. */
const MOST = 100;

/** State of a recall's letter. */
export type LetterState = "waiting" | "sent" | "refused" | "came-back" | "stopped" | "over";

/** Address that a recall reaches; null once its person was erased. */
export interface RecallAddress {
  id: string;
  email: string | null;
  orderNumber: string;
  pieces: number;
  state: LetterState;
  /** Words of the mail server that refused it. */
  refusal: string | null;
  at: Date | null;
}

type Row = typeof recallLetters.$inferSelect;

function stateOf({ stoppedAt, cameBackAt, refusedAt, sentAt, pieces }: Row): LetterState {
  if (stoppedAt) return "stopped";
  if (cameBackAt) return "came-back";
  if (refusedAt) return "refused";
  return sentAt ? "sent" : pieces === 0 ? "over" : "waiting";
}

const addressOf = (row: Row): RecallAddress => ({
  id: row.id,
  email: row.email,
  orderNumber: row.orderNumber,
  pieces: row.pieces,
  state: stateOf(row),
  refusal: row.refusal,
  at: row.stoppedAt ?? row.cameBackAt ?? row.refusedAt ?? row.sentAt,
});

/** Reads the recall of a link, and whether its shopper has stopped using the goods; undefined for an invalid link. */
export async function recallAt(shop: Pick<Services, "db" | "sealer">, link: Link) {
  if (!(await recallLinks.isValid(shop, link))) return undefined;
  const { title, words, caseNumber } = recalls;
  const [found] = await shop.db
    .select({ title, words, caseNumber, stoppedAt: recallLetters.stoppedAt })
    .from(recallLetters)
    .innerJoin(recalls, eq(recalls.id, recallLetters.recallId))
    .where(eq(recallLetters.id, link.id));
  return found;
}

/** Notes that the shopper of a recall's letter does not use the goods any more; repeating it changes nothing. */
export async function stopUsing(db: Database, letterId: string, now = new Date()): Promise<void> {
  await db
    .update(recallLetters)
    .set({ stoppedAt: now })
    .where(and(eq(recallLetters.id, letterId), isNull(recallLetters.stoppedAt)));
}

/** Products of which an address has, or had, pieces that a recall names, whole or by single variants. */
export async function recalledProducts(db: Database, email: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as (select product_ids, variant_ids from recalls
      where id in (select recall_id from recall_letters where email = ${email}))
    select jsonb_array_elements_text(product_ids) as id from own
    union select product_id from variants where id in (select jsonb_array_elements_text(variant_ids)::integer from own)`);
  return new Set(rows.map(({ id }) => id));
}

const COUNTS = {
  addresses: count(recallLetters.id),
  sent: count(recallLetters.sentAt),
  refused: count(recallLetters.refusedAt),
  cameBack: count(recallLetters.cameBackAt),
  stopped: count(recallLetters.stoppedAt),
};

/**
 * All recalls with their counts, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function listRecalls({ db }: Pick<Services, "db">, member: Member) {
  await requireRight({ db }, member, "people.read");
  return db
    .select({ recall: recalls, ...COUNTS })
    .from(recalls)
    .leftJoin(recallLetters, eq(recallLetters.recallId, recalls.id))
    .groupBy(recalls.id)
    .orderBy(desc(recalls.startedAt), recalls.id);
}

/**
 * A recall with its counts, and its addresses: those that were not reached first, then those who have not answered; undefined for
 * an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function recallById({ db }: Pick<Services, "db">, member: Member, id: string) {
  await requireRight({ db }, member, "people.read");
  if (!isUuid(id)) return undefined;
  const [found] = await db
    .select({ recall: recalls, ...COUNTS })
    .from(recalls)
    .leftJoin(recallLetters, eq(recallLetters.recallId, recalls.id))
    .where(eq(recalls.id, id))
    .groupBy(recalls.id);
  if (!found) return undefined;
  const rows = await db
    .select()
    .from(recallLetters)
    .where(eq(recallLetters.recallId, id))
    .orderBy(
      sql`${recallLetters.refusedAt} is null`,
      sql`${recallLetters.cameBackAt} is null`,
      sql`${recallLetters.stoppedAt} is not null`,
      asc(recallLetters.id),
    )
    .limit(MOST);
  return { ...found, letters: rows.map(addressOf) };
}

/**
 * Notes that a sent letter of a recall came back.
 *
 * @throws {Refusal} `right-missing`; `record-unknown` for a letter that was not sent, or came back before.
 */
export async function noteCameBack(
  services: Pick<Services, "db">,
  member: Member,
  { submission, recallId, letterId }: { submission: string; recallId: string; letterId: string },
  now = new Date(),
): Promise<void> {
  await requireRight(services, member, "people.change");
  if (!isUuid(letterId)) throw new Refusal("record-unknown");
  await once(services, member, { submission, kind: RECALL, record: letterId }, async (tx) => {
    const isSent = and(isNotNull(recallLetters.sentAt), isNull(recallLetters.cameBackAt));
    const [noted] = await tx
      .update(recallLetters)
      .set({ cameBackAt: now })
      .where(and(eq(recallLetters.id, letterId), eq(recallLetters.recallId, recallId), isSent))
      .returning({ id: recallLetters.id });
    if (!noted) throw new Refusal("record-unknown");
    const act = { memberId: member.id, submission, action: "recall-back" as const, reason: "" };
    const change = { kind: RECALL, record: recallId, version: 1, field: "cameBack", old: null, new: 1 };
    await logChanges(tx, act, [change]);
    return { saved: true };
  });
}

const HEADS = ["E-mail", "Order", "Pieces", "Letter", "At", "Words of the mail server"];

/**
 * A recall's addresses as a CSV file, with what became of each letter; undefined for an unknown id. The log records the member.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function recallFile(
  { db }: Pick<Services, "db">,
  member: Member,
  id: string,
): Promise<string | undefined> {
  await requireRight({ db }, member, "export", "people.read");
  if (!isUuid(id) || (await db.$count(recalls, eq(recalls.id, id))) === 0) return undefined;
  const rows = await db
    .select()
    .from(recallLetters)
    .where(eq(recallLetters.recallId, id))
    .orderBy(asc(recallLetters.orderNumber), asc(recallLetters.id));
  const act = { memberId: member.id, submission: crypto.randomUUID(), action: "export" as const, reason: "" };
  await db.transaction((tx) =>
    logChanges(tx, act, [{ kind: RECALL, record: id, version: 1, field: "export", old: null, new: rows.length }]),
  );
  const cells = rows
    .map(addressOf)
    .map(({ email, orderNumber, pieces, state, at, refusal }) => [
      email ?? "",
      orderNumber,
      pieces,
      state,
      at?.toISOString() ?? "",
      refusal ?? "",
    ]);
  return csvFile(HEADS, cells);
}
