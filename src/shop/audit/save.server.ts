import { createHash } from "node:crypto";
import type { Database, Transaction } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import type { ActionName } from "./action-names";
import { changedSince, logChanges, type LoggedChange } from "./change-log.server";
import { byLocks, lockFor, once } from "./once.server";
import { checkedValues, isAnothers, isSame, rightFor, type RecordKind } from "./record-kind.server";
import type { FieldValues, Saved, Stale, StaleField } from "./saving";

/** Submitted fields of one record, with the record version that the form showed. */
export interface Edit {
  kind: RecordKind;
  id: string;
  version: number;
  values: FieldValues;
}

interface Form {
  /** Id of the form, made when the form was shown. */
  submission: string;
  edits: Edit[];
  action?: ActionName;
  reason?: string;
  /** Additional work in the same transaction, such as queuing a letter; skipped when no field differs. */
  also?(tx: Transaction): Promise<void>;
}

/** Services for saving; `jobs` is needed only for kinds that send letters. */
export interface Saving {
  db: Database;
  jobs?: Jobs;
}

/** A locked record during a save. */
export interface Pending extends Edit {
  current: { version: number; values: FieldValues };
  /** Fields that differ from the stored values. */
  changes: FieldValues;
}

/**
 * Saves a form, all of its records or none: only differing fields are written, each with a row in the log. Records newer than the
 * form are not overwritten; the result lists the fields that differ.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`, `account-of-another`, `input-invalid`, `record-unknown`,
 * `submission-foreign`, `body-malformed`; `edited-meanwhile` where something other than a member changed the record at this
 * moment.
 */
export async function save(
  services: Saving,
  member: Member,
  { submission, action = "change", reason = "", edits, also }: Form,
): Promise<Saved | Stale> {
  const sorted = edits.toSorted((a, b) => byLocks(keyOf(a), keyOf(b)));
  const needed = sorted.flatMap(({ kind, values }) => Object.keys(values).map((field) => rightFor(kind, field)));
  await requireRight(services, member, ...new Set(needed));
  if (!edits.every(({ version }) => isVersion(version))) throw new Refusal("body-malformed");
  const checked = sorted.map((edit) => ({ ...edit, values: checkedValues(edit.kind, edit.values) }));

  return once(services, member, { submission, ...boundTo(sorted) }, async (tx): Promise<Saved | Stale> => {
    const pending: Pending[] = [];
    const stale: Stale["stale"] = [];
    await lockedAll(tx, checked);
    for (const edit of checked) {
      const read = await pendingOf(tx, edit);
      const fields = read.current.version === edit.version ? [] : await staleFields(tx, member, read);
      const isChanging = fields.some(({ mine, base }) => !isSame(mine, base));
      if (isChanging) stale.push({ kind: edit.kind.kind, id: edit.id, version: read.current.version, fields });
      // Fields that an outdated form leaves unchanged keep the newer value.
      else pending.push(fields.length > 0 ? { ...read, changes: {} } : read);
    }
    if (stale.length > 0) return { saved: false, stale };
    await requireFactorFor(tx, member, pending);
    const act = { memberId: member.id, submission, action, reason };
    const saved = await written(tx, act, pending, services.jobs);
    if (saved.changed > 0) await also?.(tx);
    return saved;
  });
}

/**
 * Requires a recent second factor if a changed field, or the effect of a change, needs one.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function requireFactorFor(tx: Transaction, member: Member, pending: Pending[]): Promise<void> {
  for (const { kind, id, current, changes } of pending) {
    const fields = Object.keys(changes);
    if (fields.length === 0) continue;
    const isGuarded =
      fields.some((field) => kind.fields[field]?.needsFactor) ||
      (await kind.takesFactor?.(tx, { id, current: current.values, changes }));
    if (isGuarded) requireFactor(member);
  }
}

/** Whether a version fits the database's column; the form may contain any text. */
const isVersion = (version: number): boolean => Number.isInteger(version) && version >= 0 && version < 2 ** 31;

const keyOf = ({ kind, id }: Edit): string => `${kind.kind} ${id}`;

/** Names the records of a form; the form's id is valid for these only. */
function boundTo(edits: Edit[]): { kind: string; record: string } {
  const kind = [...new Set(edits.map((edit) => edit.kind.kind))].join(", ");
  const [first, ...more] = edits.map(keyOf);
  if (more.length === 0) return { kind, record: edits[0]?.id ?? "" };
  const all = createHash("sha256").update(JSON.stringify([first, ...more]));
  return { kind, record: `${edits.length} ${all.digest("hex")}` };
}

/** A record and the form's changes to it, locked until this transaction ends. */
export async function pendingOf(tx: Transaction, edit: Edit): Promise<Pending> {
  await lockFor(tx, `record ${keyOf(edit)}`);
  const current = await edit.kind.read(tx, edit.id);
  if (!current) throw new Refusal("record-unknown");
  return comparedWith(edit, current);
}

/**
 * Locks the records of an act that are read one after another by their names, as `pendingOf` does, and then what their kinds lock
 * at once.
 */
async function lockedAll(tx: Transaction, edits: Edit[], isAlone = (_edit: Edit) => true): Promise<void> {
  const kinds = [...new Set(edits.map(({ kind }) => kind))]
    .filter(({ lockAll }) => lockAll)
    .toSorted((a, b) => Number(isOfWhole(b)) - Number(isOfWhole(a)) || byLocks(a.kind, b.kind));
  if (kinds.length === 0) return;
  for (const edit of edits.filter(isAlone)) await lockFor(tx, `record ${keyOf(edit)}`);
  const locks = new Set(kinds.map(({ lockAll }) => lockAll));
  for (const lockAll of locks) await lockAll?.(tx, edits);
}

/** Whether records of a kind stand for whole acts, whose locks include those of the act's other records. */
const isOfWhole = ({ fields }: RecordKind): boolean =>
  Object.values(fields).some(({ ofWhole }) => ofWhole !== undefined);

/** Keeps only the submitted values that differ from the stored ones. */
export function comparedWith(edit: Edit, current: Pending["current"]): Pending {
  const changes = Object.entries(edit.values).filter(([field, value]) => !isSame(value, current.values[field]));
  return { ...edit, current, changes: Object.fromEntries(changes) };
}

/** More records of one kind than this are read and written in bulk, if the kind supports it. */
const MANY = 20;

/** `pendingOf` for all records of an act; many records are read in one query that locks their rows. */
export async function pendingOfAll(tx: Transaction, edits: Edit[]): Promise<Pending[]> {
  const byKind = Map.groupBy(edits, ({ kind }) => kind);
  const together = new Map<RecordKind, Map<string, Pending["current"]>>();
  const isMany = ({ kind }: Edit) => kind.many !== undefined && (byKind.get(kind)?.length ?? 0) > MANY;
  await lockedAll(tx, edits, (edit) => !isMany(edit));
  for (const [kind, own] of byKind)
    if (kind.many && own.length > MANY)
      together.set(
        kind,
        await kind.many.read(
          tx,
          own.map(({ id }) => id),
        ),
      );
  const pending: Pending[] = [];
  for (const edit of edits) {
    const read = together.get(edit.kind);
    if (!read) pending.push(await pendingOf(tx, edit));
    else {
      const current = read.get(edit.id);
      if (!current) throw new Refusal("record-unknown");
      pending.push(comparedWith(edit, current));
    }
  }
  return pending;
}

/** Fields in which an outdated form differs from its record, except fields that the member may not change. */
async function staleFields(
  tx: Transaction,
  member: Member,
  { kind, id, version, values, current }: Pending,
): Promise<StaleField[]> {
  const since = await changedSince(tx, { kind: kind.kind, record: id, version });
  const own = [...since.keys()].filter((field) => can(member, rightFor(kind, field)));
  return [...new Set([...Object.keys(values), ...own])].flatMap((field) => {
    const { base, by, at } = since.get(field) ?? { base: current.values[field], by: null, at: null };
    const theirs = current.values[field] ?? null;
    const mine = field in values ? values[field] : base;
    if (isSame(mine, theirs)) return [];
    return [{ field, base, mine, theirs, clash: !isSame(mine, base) && !isSame(theirs, base), by, at }];
  });
}

interface Act {
  /** Member who makes the changes; null for changes by the shop itself. */
  memberId: string | null;
  submission: string;
  action: ActionName;
  reason: string;
}

/**
 * Writes the changes and logs them.
 *
 * @throws {Refusal} `account-of-another`, `edited-meanwhile`.
 */
export async function written(
  tx: Transaction,
  act: Act,
  pending: (Pending & { undoes?: Record<string, number> })[],
  jobs?: Jobs,
): Promise<Saved> {
  const records: Saved["records"] = [];
  const logged: LoggedChange[] = [];
  const notes: string[] = [];
  const isForeign = ({ kind, id, changes }: Pending) =>
    Object.keys(changes).some((field) => isAnothers(kind, field, id, act.memberId));
  if (pending.some(isForeign)) throw new Refusal("account-of-another");
  const versions = await writtenTogether(tx, pending);
  for (const { kind, id, current, changes, undoes = {} } of pending) {
    const fields = Object.keys(changes);
    const isWritten = fields.length === 0 ? current.version : versions.get(kind)?.get(id);
    const version =
      isWritten ??
      (versions.has(kind)
        ? undefined
        : await kind.write(tx, id, changes, current.version, { ...act, memberId: act.memberId ?? "" }));
    if (version === undefined) throw new Refusal("edited-meanwhile");
    if (kind.tell && fields.length > 0) {
      if (!jobs) throw new Error(`A record of the kind ${kind.kind} is saved with the jobs that write its letters.`);
      const note = await kind.tell({ db: tx, jobs }, { id, current: current.values, changes }, act);
      if (note) notes.push(note);
    }
    logged.push(
      ...fields.map((field) => ({
        kind: kind.kind,
        record: id,
        version,
        field,
        old: current.values[field],
        new: changes[field],
        isPrivate: kind.fields[field]?.isPrivate ?? false,
        ...(undoes[field] !== undefined && { undoes: undoes[field] }),
      })),
    );
    records.push({ kind: kind.kind, id, version });
  }
  for (const [kind, own] of Map.groupBy(pending.filter(isChanged), (each) => each.kind))
    await kind.requireWhole?.(tx, own);
  await logChanges(tx, { ...act, reason: [act.reason, ...notes].filter(Boolean).join(" ") }, logged);
  return { saved: true, act: act.submission, records, changed: logged.length };
}

const isChanged = ({ changes }: Pending): boolean => Object.keys(changes).length > 0;

/** Writes records in bulk; returns new versions by kind and id. */
async function writtenTogether(tx: Transaction, pending: Pending[]): Promise<Map<RecordKind, Map<string, number>>> {
  const versions = new Map<RecordKind, Map<string, number>>();
  for (const [kind, own] of Map.groupBy(pending.filter(isChanged), (each) => each.kind)) {
    if (!kind.many || own.length <= MANY) continue;
    const records = own.map(({ id, current, changes }) => ({
      id,
      version: current.version,
      current: current.values,
      changes,
    }));
    versions.set(kind, await kind.many.write(tx, records));
  }
  return versions;
}
