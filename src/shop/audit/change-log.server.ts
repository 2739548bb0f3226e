import { and, asc, desc, eq, gt, gte, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { inPortions } from "~/platform/portions";
import { Refusal } from "~/shop/refusal";
import type { ActionName } from "./action-names";
import { audit, auditShopperData, KINDS_ABOUT_PEOPLE } from "./audit.tables";
import { lockFor } from "./once.server";
import { shownForm } from "./submission-id.server";

/** Maximum number of changes that the log lists of one act; imports have thousands. */
export const CHANGES_SHOWN = 50;

/** One field that an act changed. */
export interface LoggedChange {
  kind: string;
  record: string;
  /** The record's version after the change. */
  version: number;
  field: string;
  old: unknown;
  new: unknown;
  /** Whether the old and new value are a shopper's data, which can be erased. */
  isPrivate?: boolean;
  /** Id of the change that this change undoes. */
  undoes?: number;
}

interface Act {
  /** Member who made the change; null for a change by the shop itself. */
  memberId: string | null;
  submission: string;
  action: ActionName;
  reason: string;
}

/**
 * Requires that one transaction logs all changes of an act, because undo reverses them together. A second transaction with the
 * same form waits for the end of the first.
 *
 * @throws {Refusal} `submission-foreign` when another transaction has logged changes with this form.
 */
export async function requireOwnAct(tx: Transaction, submission: string): Promise<void> {
  await lockFor(tx, `submission ${shownForm(submission)}`);
  // The time of a logged row is the start of its transaction, so that another time means another transaction.
  const isAnothers = and(eq(audit.submission, submission), sql`${audit.at} <> now()`);
  const [other] = await tx.select({ id: audit.id }).from(audit).where(isAnothers).limit(1);
  if (other) throw new Refusal("submission-foreign");
}

/**
 * Logs the changes of an act, in the transaction that makes them.
 *
 * @throws {Refusal} `submission-foreign`, as `requireOwnAct`.
 */
export async function logChanges(tx: Transaction, act: Act, changes: LoggedChange[]): Promise<void> {
  await requireOwnAct(tx, act.submission);
  for (const portion of inPortions(changes, ROWS_AT_ONCE)) {
    const some = portion.map(({ isPrivate = false, old, new: next, ...change }) => {
      const texts = { old: old ?? null, new: next ?? null };
      const reason = KINDS_ABOUT_PEOPLE.includes(change.kind) ? act.reason : "";
      const row = { ...act, ...change, isPrivate, ...(isPrivate ? {} : texts), ...(reason && { reason: "" }) };
      const own = isPrivate ? texts : { old: null, new: null };
      return { row, texts: isPrivate || reason ? { ...own, reason: reason || null } : undefined };
    });
    const logged = await tx
      .insert(audit)
      .values(some.map(({ row }) => row))
      .returning({ id: audit.id });
    const texts = some.flatMap(({ texts: own }, place) => {
      const id = logged[place]?.id;
      return own && id !== undefined ? [{ auditId: id, ...own }] : [];
    });
    if (texts.length > 0) await tx.insert(auditShopperData).values(texts);
  }
}

/** Ids of records of a kind that the log knows, as a subquery. */
export const loggedRecords = (db: Database, kind: string) =>
  db.select({ record: audit.record }).from(audit).where(eq(audit.kind, kind));

/** Number of changes that one statement writes, well below PostgreSQL's limit of 65,535 values. */
const ROWS_AT_ONCE = 1000;

/** Reason of an act; that of an act on an order or a gift card can be erased. */
const REASON = sql<string>`coalesce(${auditShopperData.reason}, ${audit.reason})`;

export const CHANGE = {
  id: audit.id,
  act: audit.submission,
  memberId: audit.memberId,
  action: audit.action,
  kind: audit.kind,
  record: audit.record,
  version: audit.version,
  field: audit.field,
  old: audit.old,
  new: audit.new,
  isPrivate: audit.isPrivate,
  privateOld: auditShopperData.old,
  privateNew: auditShopperData.new,
  blankedAt: auditShopperData.blankedAt,
  reason: REASON,
  undoes: audit.undoes,
  at: audit.at,
};

/** Query of the log's columns, with personal texts that are not erased. */
export const changes = (db: Database) =>
  db.select(CHANGE).from(audit).leftJoin(auditShopperData, eq(auditShopperData.auditId, audit.id));

export type ChangeRow = Awaited<ReturnType<typeof changes>>[number];

/** The ids of the records that an act changed, by their kind. */
export async function recordsOfAct(db: Database, act: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectDistinct({ kind: audit.kind, record: audit.record })
    .from(audit)
    .where(eq(audit.submission, act));
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, own]) => [kind, own.map(({ record }) => record)]));
}

/** Records whose field was last changed by undoing a change with this action. */
export async function undoneLast(
  db: Database,
  { kind, field, action }: { kind: string; field: string; action: string },
  records: string[],
): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const { rows } = await db.execute<{ record: string }>(sql`
    select last.record from (
      select distinct on (record) record, undoes from audit where kind = ${kind} and field = ${field}
        and record in (select jsonb_array_elements_text(${JSON.stringify(records)}::jsonb)) order by record, id desc
    ) as last join audit as undone on undone.id = last.undoes where undone.action = ${action}`);
  return new Set(rows.map(({ record }) => record));
}

/** Records of a kind that were changed after a time by an act with another action than the given one. */
export async function changedOtherwise(
  db: Database,
  { kind, action, after }: { kind: string; action: string; after: Date },
  records: string[],
): Promise<Set<string>> {
  const isOther = and(eq(audit.kind, kind), ne(audit.action, action), gt(audit.at, after));
  const rows = await db
    .selectDistinct({ record: audit.record })
    .from(audit)
    .where(and(isOther, sql`${audit.record} in (select jsonb_array_elements_text(${JSON.stringify(records)}::jsonb))`));
  return new Set(rows.map(({ record }) => record));
}

/** Old and new value of a change. */
export const textsOf = (row: ChangeRow): { old: unknown; new: unknown } =>
  row.isPrivate ? { old: row.privateOld, new: row.privateNew } : { old: row.old, new: row.new };

/** One change of a record, and the act it belongs to. */
export interface PastChange {
  id: number;
  act: string;
  field: string;
  old: unknown;
  new: unknown;
  isErased: boolean;
  memberId: string | null;
  at: Date;
}

/** All changes of one record, newest first, without erased values. The caller checks the right. */
export async function recordChanges(
  db: Database,
  { kind, record }: { kind: string; record: string },
): Promise<PastChange[]> {
  const rows = await changes(db)
    .where(and(eq(audit.kind, kind), eq(audit.record, record)))
    .orderBy(desc(audit.id));
  return rows.map((row) => ({ ...row, ...textsOf(row), isErased: row.blankedAt !== null }));
}

/** Newest changes of a kind of record: record, member and reason. The caller checks the right. */
export async function newestChanges(
  db: Database,
  { kind, since, most }: { kind: string; since: Date; most: number },
): Promise<{ number: string; memberId: string | null; reason: string; at: Date }[]> {
  return db
    .select({ number: audit.record, memberId: audit.memberId, reason: REASON, at: audit.at })
    .from(audit)
    .leftJoin(auditShopperData, eq(auditShopperData.auditId, audit.id))
    .where(and(eq(audit.kind, kind), gte(audit.at, since)))
    .orderBy(desc(audit.id))
    .limit(most);
}

/** Changes of a record since a version, by field: the value at that version, and who changed it last. */
export async function changedSince(
  db: Database,
  { kind, record, version }: { kind: string; record: string; version: number },
): Promise<Map<string, { base: unknown; by: string | null; at: Date }>> {
  const rows = await changes(db)
    .where(and(eq(audit.kind, kind), eq(audit.record, record), gt(audit.version, version)))
    .orderBy(asc(audit.id));
  const fields = new Map<string, { base: unknown; by: string | null; at: Date }>();
  for (const row of rows) {
    const base = fields.has(row.field) ? fields.get(row.field)?.base : textsOf(row).old;
    fields.set(row.field, { base, by: row.memberId, at: row.at });
  }
  return fields;
}

/** Last change of each record of a kind, by its id. The caller checks the right. */
export async function lastChanges(db: Database, kind: string): Promise<Map<string, { by: string | null; at: Date }>> {
  const rows = await db
    .selectDistinctOn([audit.record], { record: audit.record, by: audit.memberId, at: audit.at })
    .from(audit)
    .where(eq(audit.kind, kind))
    .orderBy(audit.record, desc(audit.id));
  return new Map(rows.map(({ record, by, at }) => [record, { by, at }]));
}
