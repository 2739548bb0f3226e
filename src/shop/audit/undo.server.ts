import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { visible, withoutInvisible } from "~/shop/visible-text";
import { Refusal } from "~/shop/refusal";
import { audit } from "./audit.tables";
import { changes, type ChangeRow, recordChanges, textsOf } from "./change-log.server";
import { byLocks, once } from "./once.server";
import { checkedValues, isSame, rightFor, type RecordKind } from "./record-kind.server";
import { type Edit, type Pending, pendingOfAll, requireFactorFor, type Saving, written } from "./save.server";
import { type FieldValues, fieldKey, type Keep, type Saved, type Stale, type StaleField } from "./saving";
import { withSumsBack } from "./sums-back.server";
import { whyNotUndoable } from "./undoable.server";
import { isWholeBack } from "./wholes.server";

/** Target of an undo: an act, one change by its id, or one change that must belong to a given act. */
export type Undone = { act: string; change?: undefined } | { act?: string; change: number };

interface Undoing {
  of: Undone;
  submission: string;
  /** Choices of text by `fieldKey`, and the record versions that the question showed. */
  keep?: Record<string, Keep>;
  versions?: Record<string, number>;
  /** Whether newer values are kept if the member was not asked about them. */
  keepsRest?: boolean;
  reason?: string;
}

/**
 * Undoes logged changes by a new act. Where newer values exist, nothing is written and the result has both texts; the form is
 * then sent again with the choices. An act with a field that represents it (`ofWhole: "all"`) is undone as a whole, or not at
 * all.
 *
 * @throws {Refusal} `right-missing`, `account-of-another`, `factor-missing`, `change-unknown`, `undo-too-late`, `not-undoable`
 * for changes that only another step reverses (money, letters, parcels), `part-of-whole` for one change of an act that is undone
 * as a whole, `whole-newer` if the field that represents the act changed later, `change-erased`, `record-unknown`,
 * `submission-foreign`.
 */
export async function undo(
  services: Saving,
  member: Member,
  kinds: readonly RecordKind[],
  { of, submission, keep = {}, versions = {}, keepsRest = false, reason = "" }: Undoing,
  now = new Date(),
): Promise<Saved | Stale> {
  const rows = await changes(services.db).where(whichOf(of)).orderBy(asc(audit.id));
  if (rows.length === 0) throw new Refusal("change-unknown");
  const why = whyNotUndoable(undoingOf(rows), member, kinds, now);
  // A missing right is refused below, which also logs the refusal.
  if (why !== undefined && why !== "right-missing") throw new Refusal(why);
  const found = recordsOf(rows, kinds);
  if (of.change !== undefined && (saysWhole(found) || (await isWholeBack(services.db, kinds, rows[0]?.act ?? ""))))
    throw new Refusal("part-of-whole");
  await requireRight(
    services,
    member,
    ...new Set(found.flatMap(({ kind, fields }) => fields.map((row) => rightFor(kind, row.field)))),
  );

  const record = of.change === undefined ? of.act : String(of.change);
  return once(services, member, { submission, kind: "undo", record }, async (tx): Promise<Saved | Stale> => {
    const stale: Stale["stale"] = [];
    const pending: Parameters<typeof written>[2] = [];
    let stays = 0;
    const reads = await withSumsBack(
      tx,
      await pendingOfAll(tx, found.map(editBack)),
      found.map(({ fields }) => fields),
    );
    const isWhole = of.change === undefined && (await isOneWhole(tx, found, reads));
    for (const [place, { kind, id, fields }] of found.entries()) {
      const read = reads[place];
      if (!read) continue;
      const old = read.values;
      const { version, values } = read.current;
      const newer = fields.filter((row) => !kind.fields[row.field]?.isSum && isNewer(row, values, old));
      const isAnswered = versions[`${kind.kind} ${id}`] === version;
      const choice = (field: string) => (isAnswered ? keep[fieldKey(kind.kind, id, field)] : undefined);
      if (isWhole && newer.some((row) => choice(row.field) === "theirs")) throw new Refusal("part-of-whole");
      const open = keepsRest && !isWhole ? [] : newer.filter((row) => choice(row.field) === undefined);
      if (open.length > 0)
        stale.push({ kind: kind.kind, id, version, fields: open.map((row) => staleField(row, values)) });
      const left = new Set(newer.filter((row) => choice(row.field) !== "mine").map((row) => row.field));
      if (left.size > 0) stays += 1;
      pending.push({
        ...read,
        changes: Object.fromEntries(Object.entries(read.changes).filter(([field]) => !left.has(field))),
        undoes: Object.fromEntries(fields.map((row) => [row.field, row.id])),
      });
    }
    if (stale.length > 0) return { saved: false, stale, ...(isWhole && { isWhole }) };
    await requireFactorFor(tx, member, pending);
    const said = [reason, leftWords(stays)].filter(Boolean).join(" ");
    return written(tx, { memberId: member.id, submission, action: "undo", reason: said }, pending, services.jobs);
  });
}

/** The old values of changes, as an edit of their record. */
function editBack({ kind, id, fields }: UndoneRecord): Edit {
  const old = Object.fromEntries(fields.map((row) => [row.field, asTaken(kind, row.field, textsOf(row).old)]));
  return { kind, id, version: 0, values: checkedValues(kind, old) };
}

/** Sentence for the log about records that an undo skipped because they had changed later. */
const leftWords = (count: number): string =>
  count === 0
    ? ""
    : `${count.toLocaleString("en-US")} ${count === 1 ? "stays as it is" : "stay as they are"}, changed since.`;

const whichOf = ({ act, change }: Undone) =>
  and(
    act === undefined ? undefined : eq(audit.submission, act),
    change === undefined ? undefined : eq(audit.id, change),
  );

interface UndoneRecord {
  kind: RecordKind;
  id: string;
  fields: ChangeRow[];
}

/** Data about an act from its rows, which all have the same time. */
const undoingOf = (rows: ChangeRow[]) => ({
  at: rows[0]?.at ?? new Date(0),
  isErased: rows.some(({ blankedAt }) => blankedAt !== null),
  fields: rows,
});

/** Changes by record, in locking order. */
function recordsOf(rows: ChangeRow[], kinds: readonly RecordKind[]): UndoneRecord[] {
  const grouped = Map.groupBy(rows, (row) => `${row.kind} ${row.record}`);
  return [...grouped]
    .toSorted(([a], [b]) => byLocks(a, b))
    .flatMap(([, fields]) => {
      const [first] = fields;
      const kind = kinds.find((each) => each.kind === first?.kind);
      if (!first || !kind) return [];
      return [{ kind, id: first.record, fields }];
    });
}

const saysWhole = (found: UndoneRecord[]): boolean =>
  found.some(({ kind, fields }) => fields.some((row) => kind.fields[row.field]?.ofWhole));

/**
 * Whether an act is undone only as a whole.
 *
 * @throws {Refusal} `whole-newer` if the field that represents the act was changed after it, even if it has the same value again.
 */
async function isOneWhole(tx: Transaction, found: UndoneRecord[], reads: Pending[]): Promise<boolean> {
  let isWhole = false;
  for (const [place, { kind, id, fields }] of found.entries())
    for (const row of fields) {
      const ofWhole = kind.fields[row.field]?.ofWhole;
      if (!ofWhole) continue;
      const read = reads[place];
      if (read && isNewer(row, read.current.values, read.values)) throw new Refusal("whole-newer");
      if (ofWhole === "most") continue;
      isWhole = true;
      const past = await recordChanges(tx, { kind: kind.kind, record: id });
      if (past.find(({ field }) => field === row.field)?.id !== row.id) throw new Refusal("whole-newer");
    }
  return isWhole;
}

/** Whether a field's current value is neither the value of the change nor the old value. */
const isNewer = (row: ChangeRow, current: FieldValues, old: FieldValues): boolean =>
  !isSame(current[row.field], textsOf(row).new) && !isSame(current[row.field], old[row.field]);

const staleField = (row: ChangeRow, current: FieldValues): StaleField => ({
  field: row.field,
  base: textsOf(row).new,
  mine: textsOf(row).old,
  theirs: current[row.field] ?? null,
  clash: true,
  by: null,
  at: null,
});

/** Adapts an old value to what its field accepts today: older texts, lists and tables may contain invisible characters. */
function asTaken(kind: RecordKind, field: string, value: unknown): unknown {
  const { schema, isNaming } = kind.fields[field] ?? {};
  const isTaken = (one: unknown) => isNaming || schema?.safeParse(one).success;
  if (isTaken(value)) return value;
  return [withoutInvisible, visible].map((clean) => eachText(value, clean)).find(isTaken) ?? value;
}

const eachText = (value: unknown, clean: (text: string) => string): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, part: unknown) => (typeof part === "string" ? clean(part) : part));
