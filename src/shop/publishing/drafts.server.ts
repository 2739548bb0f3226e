import { and, desc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { ActionName } from "~/shop/audit/action-names";
import { changedSince } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { isSame } from "~/shop/audit/record-kind.server";
import { pendingOf, save, written } from "~/shop/audit/save.server";
import type { FieldValues, Saved, Stale, StaleField } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { draftedKind, lockedDraft } from "./draft-record.server";
import { drafts } from "./drafts.tables";
import type { TextId, TextKind } from "./text-id";

/** A field whose published value was changed after its draft was begun. */
export interface NewerOnShop {
  field: string;
  mine: unknown;
  shop: unknown;
}

/** A record of texts with its draft, as shown to members. */
export interface OpenedWords {
  /** Version and published values. */
  live: { version: number; values: FieldValues };
  /** Version to send when saving the draft, and all values with the draft applied. */
  version: number;
  values: FieldValues;
  /** The draft; null without one. */
  draft: { fields: string[]; memberId: string; begunAt: Date; changedAt: Date; newer: NewerOnShop[] } | null;
}

/**
 * Reads a record of texts with its draft; undefined for an unknown record.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openWords(
  { db }: { db: Database },
  member: Member,
  { kind, id }: TextId,
): Promise<OpenedWords | undefined> {
  await requireRight({ db }, member, "content.read");
  return db.transaction((tx) => openedIn(tx, { kind, id }));
}

/** Like `openWords`, but in the caller's transaction, without checking a right; locks the record. */
export async function openedIn(tx: Transaction, { kind, id }: TextId): Promise<OpenedWords | undefined> {
  const live = await draftedKind(kind).live.read(tx, id);
  if (!live) return undefined;
  const row = await lockedDraft(tx, kind, id);
  const fields = Object.keys(live.values).filter((field) => field in (row?.values ?? {}));
  return {
    live,
    version: live.version + (row?.version ?? 0),
    values: { ...live.values, ...Object.fromEntries(fields.map((field) => [field, row?.values[field]])) },
    draft:
      row && fields.length > 0
        ? { ...row, fields, newer: fields.flatMap((field) => newerIn(field, row, live.values)) }
        : null,
  };
}

/**
 * Returns the field if its published value was changed since its draft was begun, and differs from the drafted value; otherwise
 * an empty list.
 */
export function newerIn(
  field: string,
  { values, base }: { values: FieldValues; base: FieldValues },
  live: FieldValues,
): NewerOnShop[] {
  const [mine, shop] = [values[field], live[field]];
  return isSame(shop, base[field]) || isSame(shop, mine) ? [] : [{ field, mine, shop }];
}

interface DraftForm extends TextId {
  submission: string;
  /** Versions of the draft and of the published texts that the form showed. */
  version: number;
  liveVersion: number;
  values: FieldValues;
  action?: ActionName;
}

/**
 * Saves texts as a draft; the published texts do not change. If the draft or the published texts are newer than the form, the
 * result contains both values of each conflicting field.
 *
 * @throws {Refusal} as `save`; `input-invalid` with an error for each field that the kind refuses.
 */
export async function saveDraft(
  services: { db: Database },
  member: Member,
  { kind, id, submission, version, liveVersion, values, action }: DraftForm,
): Promise<Saved | Stale> {
  const { live, draft, refuses } = draftedKind(kind);
  const wrong = refuses?.(id, values) ?? [];
  if (wrong.length > 0)
    throw new Refusal("input-invalid", { fields: Object.fromEntries(wrong.map(({ field, text }) => [field, text])) });
  const edits = [{ kind: draft, id, version, values }];
  const answer = await save(services, member, { submission, edits, ...(action && { action }) });
  if (answer.saved) return answer;
  const onShop = await changedSince(services.db, { kind: live.kind, record: id, version: liveVersion });
  return {
    ...answer,
    stale: answer.stale.map((each) => ({ ...each, fields: each.fields.map((field) => withShop(field, onShop)) })),
  };
}

/** Adds the published change to a field of a refused save, if no other save of the draft changed the field. */
function withShop(field: StaleField, onShop: Awaited<ReturnType<typeof changedSince>>): StaleField {
  const change = onShop.get(field.field);
  if (!change || field.by !== null) return field;
  const clash = !isSame(field.mine, change.base) && !isSame(field.theirs, change.base);
  return { ...field, ...change, clash };
}

/**
 * Discards a draft. Undo restores it.
 *
 * @throws {Refusal} as `save`.
 */
export async function discardDraft(
  services: { db: Database },
  member: Member,
  { kind, id, submission, version }: TextId & { submission: string; version: number },
): Promise<Saved | Stale> {
  const opened = await openWords(services, member, { kind, id });
  const values = Object.fromEntries((opened?.draft?.fields ?? []).map((field) => [field, opened?.live.values[field]]));
  return saveDraft(services, member, { kind, id, submission, version, liveVersion: 0, values, action: "discard" });
}

/**
 * Resolves a draft whose texts were published in another version meanwhile: the member keeps the drafted or the published value
 * of each field.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`; `edited-meanwhile` when draft or published texts have changed again.
 */
export async function settleDraft(
  services: { db: Database },
  member: Member,
  {
    kind,
    id,
    submission,
    version,
    takes,
  }: TextId & { submission: string; version: number; takes: ReadonlySet<string> },
): Promise<Saved> {
  await requireRight(services, member, "content.change");
  const { live, draft } = draftedKind(kind);
  return once(services, member, { submission, kind: draft.kind, record: id }, async (tx): Promise<Saved> => {
    const pending = await pendingOf(tx, { kind: draft, id, version, values: {} });
    const opened = await openedIn(tx, { kind, id });
    if (!opened || pending.current.version !== version) throw new Refusal("edited-meanwhile");
    const newer = opened.draft?.newer ?? [];
    const changes = Object.fromEntries(newer.flatMap(({ field, shop }) => (takes.has(field) ? [[field, shop]] : [])));
    const act = { memberId: member.id, submission, action: "change" as const, reason: "" };
    const saved = await written(tx, act, [{ ...pending, changes }]);
    const row = await lockedDraft(tx, live.kind, id);
    const kept = Object.fromEntries(Object.keys(row?.values ?? {}).map((field) => [field, opened.live.values[field]]));
    await tx
      .update(drafts)
      .set({ base: kept, version: sql`${drafts.version} + 1` })
      .where(and(eq(drafts.kind, kind), eq(drafts.record, id)));
    return saved;
  });
}

/** A draft in the list of drafts. */
export interface DraftLine extends TextId {
  /** Changed fields with their new values. */
  values: FieldValues;
  memberId: string;
  changedAt: Date;
}

/** All drafts, latest first. The caller has to check the member's right. */
export async function draftedValues(db: Database): Promise<DraftLine[]> {
  const rows = await db
    .select()
    .from(drafts)
    .where(sql`${drafts.values} <> '{}'::jsonb`)
    .orderBy(desc(drafts.changedAt), drafts.kind, drafts.record);
  return rows.map(({ kind, record, values, memberId, changedAt }) => ({
    kind: kind as TextKind,
    id: record,
    values: values as FieldValues,
    memberId,
    changedAt,
  }));
}
