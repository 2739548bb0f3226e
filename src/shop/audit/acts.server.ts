import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import { type Days, duringDays } from "~/shop/during-days.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { audit, auditShopperData } from "./audit.tables";
import { changes, CHANGES_SHOWN, type ChangeRow, textsOf } from "./change-log.server";
import type { RecordKind } from "./record-kind.server";
import { type NotUndoable, whyNotUndoable } from "./undoable.server";
import { isOfWhole } from "./wholes.server";

/** Numbers of rows that are read at first, and at most, in one step to find the acts of one page. */
const FEWEST_ROWS = 2_000;
const MOST_ROWS = 64_000;

/** A change as the log shows it; erased personal texts are null. */
export interface Change {
  id: number;
  kind: string;
  record: string;
  field: string;
  old: unknown;
  new: unknown;
  isErased: boolean;
  /** Whether this member may not see the old and new value; both are then null. */
  isHidden: boolean;
  /** Id of the change that this change undid, or null; and whether this change was itself undone. */
  undoes: number | null;
  isUndone: boolean;
  /** Whether this member can undo the change alone. */
  mayUndo: boolean;
  /** Whether the change created its record. */
  isCreation: boolean;
  /** True for the change that represents its act in the log; the act's other changes are details. */
  ofWhole: boolean;
}

/** The changes that a member made with one form. */
export interface Act {
  act: string;
  /** Id of the act's last change that matches the filter. It is the cursor of the log: the next page has the acts before it. */
  last: number;
  action: string;
  memberId: string | null;
  reason: string;
  at: Date;
  /** Number of all changes. `changes` has the first of them, beginning with the change that represents the act. */
  count: number;
  changes: Change[];
  /**
   * Whether this member can undo the act. `countered`: only another step reverses it; `not-yours`: only another member can undo
   * it.
   */
  undoable: "yes" | "too-late" | "undone" | "countered" | "not-yours";
}

export interface ActFilter {
  memberId?: string;
  kind?: string;
  record?: string;
  /** Filter: acts on any of these records. */
  records?: { kind: string; ids: string[] }[];
  /** Filter: calendar days in this time zone. */
  days?: Days & { zone: string };
  /** Cursor: only acts whose last matching change has a smaller id. */
  before?: number;
}

/**
 * Acts of members, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function acts(
  { db }: { db: Database },
  member: Member,
  kinds: readonly RecordKind[],
  { memberId, kind, record, records, days, before }: ActFilter,
  most: number,
  now = new Date(),
): Promise<Act[]> {
  await requireRight({ db }, member, "log.read");
  const matching = and(
    memberId === undefined ? undefined : eq(audit.memberId, memberId),
    kind === undefined ? undefined : eq(audit.kind, kind),
    record === undefined ? undefined : eq(audit.record, record),
    records && or(...records.map(({ kind: of, ids }) => and(eq(audit.kind, of), inArray(audit.record, ids)))),
    ...(days ? duringDays(audit.at, days, days.zone) : []),
  );
  const last = await newestActs(db, matching, before, most);
  if (last.size === 0) return [];
  const found = await actsWhere(db, { member, kinds, now }, inArray(audit.submission, [...last.keys()]));
  return found.map((act) => ({ ...act, last: last.get(act.act) ?? act.last })).toSorted((a, b) => b.last - a.last);
}

/**
 * The newest acts with a matching change, each with the id of its last one; those with a matching change from `before` on are on an earlier
 * page. Rows are read in steps until there are enough acts, because one import may have more changes than a page has acts.
 */
async function newestActs(
  db: Database,
  matching: SQL | undefined,
  before: number | undefined,
  most: number,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const known = new Set<string>();
  let below = before;
  for (let rows = FEWEST_ROWS; ; rows = Math.min(2 * rows, MOST_ROWS)) {
    const recent = db
      .select({ submission: audit.submission, id: audit.id })
      .from(audit)
      .where(and(matching, below === undefined ? undefined : lt(audit.id, below)))
      .orderBy(desc(audit.id))
      .limit(rows)
      .as("recent");
    const step = await db
      .select({
        act: recent.submission,
        last: sql<number>`max(${recent.id})`.mapWith(Number),
        first: sql<number>`min(${recent.id})`.mapWith(Number),
        count: sql<number>`count(*)::int`,
      })
      .from(recent)
      .groupBy(recent.submission)
      .orderBy(desc(sql`max(${recent.id})`));
    const fresh = step.filter(({ act }) => !known.has(act));
    const earlier = await withChangesFrom(db, matching, before, fresh);
    for (const { act, last } of fresh) {
      known.add(act);
      if (!earlier.has(act) && found.size < most) found.set(act, last);
    }
    if (found.size >= most || step.reduce((read, { count }) => read + count, 0) < rows) return found;
    below = Math.min(...step.map(({ first }) => first));
  }
}

/** Ids of those of some acts that have a matching change with an id of at least `from`. */
async function withChangesFrom(
  db: Database,
  matching: SQL | undefined,
  from: number | undefined,
  acts: readonly { act: string }[],
): Promise<Set<string>> {
  if (from === undefined || acts.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ act: audit.submission })
    .from(audit)
    .where(
      and(
        matching,
        gte(audit.id, from),
        inArray(
          audit.submission,
          acts.map(({ act }) => act),
        ),
      ),
    );
  return new Set(rows.map(({ act }) => act));
}

/**
 * An act by its id: one of the member's own, or any act if the member may read the log. Undefined for an unknown act.
 *
 * @throws {Refusal} `right-missing` for another member's act.
 */
export async function actOf(
  { db }: { db: Database },
  member: Member,
  kinds: readonly RecordKind[],
  act: string,
  now = new Date(),
): Promise<Act | undefined> {
  const [found] = await actsWhere(db, { member, kinds, now }, eq(audit.submission, act));
  if (found && found.memberId !== member.id) await requireRight({ db }, member, "log.read");
  return found;
}

/** Member who reads the log, the record kinds, and the time. */
interface Looking {
  member: Member;
  kinds: readonly RecordKind[];
  now: Date;
}

/** Acts that meet a condition, with their first changes; further changes are counted but not read. */
async function actsWhere(db: Database, looking: Looking, condition: SQL): Promise<Act[]> {
  const undoing = alias(audit, "undoing");
  const isUndone = sql`exists (select from audit as undoing where undoing.undoes = ${audit.id})`;
  const totals = await db
    .select({
      act: audit.submission,
      last: sql<number>`max(${audit.id})`.mapWith(Number),
      count: sql<number>`count(*)::int`,
      undone: sql<number>`(count(*) filter (where ${isUndone}))::int`,
      isErased: sql<boolean>`bool_or(${auditShopperData.blankedAt} is not null)`,
      // Records are listed only if they are the member's own, because an import has thousands of records.
      fields: sql<Total["fields"]>`json_agg(distinct jsonb_build_object('kind', ${audit.kind}, 'field', ${audit.field},
        'record', case when ${audit.record} = ${looking.member.id} then ${audit.record} else '' end))`,
    })
    .from(audit)
    .leftJoin(auditShopperData, eq(auditShopperData.auditId, audit.id))
    .where(condition)
    .groupBy(audit.submission);
  if (totals.length === 0) return [];
  const shown = await changes(db)
    .where(
      sql`${audit.id} in (select own.id from unnest(${sql.param(totals.map(({ act }) => act))}::uuid[]) as named (act)
      cross join lateral (select id from audit where submission = named.act
        order by ${isOfWhole(looking.kinds, sql`kind || ' ' || field`)} desc, id limit ${CHANGES_SHOWN}) as own)`,
    )
    .orderBy(desc(isOfWhole(looking.kinds, sql`${audit.kind} || ' ' || ${audit.field}`)), asc(audit.id));
  const undone = await db
    .selectDistinct({ id: undoing.undoes })
    .from(undoing)
    .where(
      inArray(
        undoing.undoes,
        shown.map(({ id }) => id),
      ),
    );
  const undoneIds = new Set(undone.map(({ id }) => id));
  const byAct = Map.groupBy(shown, (row) => row.act);
  return totals.flatMap(({ act, ...total }) => {
    const own = byAct.get(act) ?? [];
    const [first] = own;
    if (!first) return [];
    const { action, memberId, reason, at } = first;
    const undoable = undoability({ ...total, at }, looking);
    // The rows are sorted so that the change that represents the act comes first.
    const isWholeBack = first.undoes !== null && wholeOf(first, looking);
    const listed = own.map((row) => changeOf(row, undoneIds.has(row.id), { undoable, isWholeBack, looking }));
    return [{ act, last: total.last, action, memberId, reason, at, count: total.count, changes: listed, undoable }];
  });
}

interface Total {
  count: number;
  undone: number;
  isErased: boolean;
  fields: { kind: string; field: string; record: string }[];
  at: Date;
}

const STANDINGS: Record<NotUndoable, Act["undoable"]> = {
  "not-undoable": "countered",
  "undo-too-late": "too-late",
  "change-erased": "too-late",
  "right-missing": "not-yours",
  "account-of-another": "not-yours",
};

function undoability({ count, undone, ...act }: Total, { member, kinds, now }: Looking): Act["undoable"] {
  const why = whyNotUndoable(act, member, kinds, now);
  if (undone === count && why !== "not-undoable") return "undone";
  return why === undefined ? "yes" : STANDINGS[why];
}

function changeOf(
  row: ChangeRow,
  isUndone: boolean,
  { undoable, isWholeBack, looking }: Pick<Act, "undoable"> & { isWholeBack: boolean; looking: Looking },
): Change {
  const { member, kinds, now } = looking;
  const { id, kind, record, field, undoes, blankedAt } = row;
  const isErased = blankedAt !== null;
  const ofWhole = wholeOf(row, looking);
  const readRight = kinds.find((each) => each.kind === kind)?.fields[field]?.readRight;
  const isHidden = readRight !== undefined && record !== member.id && !can(member, readRight);
  const texts = isHidden ? { old: null, new: null } : textsOf(row);
  const isPart = !ofWhole && !isWholeBack && (undoable === "yes" || undoable === "not-yours");
  const mayUndo =
    isPart && !isUndone && whyNotUndoable({ at: row.at, isErased, fields: [row] }, member, kinds, now) === undefined;
  const isCreation = isMaking(row, looking);
  return { id, kind, record, field, ...texts, isErased, isHidden, undoes, isUndone, mayUndo, isCreation, ofWhole };
}

/** Whether a change created its record, either by a form for new records or as its first version in an import. */
const isMaking = ({ kind, field, action, version }: ChangeRow, { kinds }: Looking): boolean =>
  (action === "create" || version === 1) && kinds.find((each) => each.kind === kind)?.fields[field]?.begins === true;

/** Whether a change represents its act in the log. */
const wholeOf = ({ kind, field }: ChangeRow, { kinds }: Looking): boolean =>
  kinds.find((each) => each.kind === kind)?.fields[field]?.ofWhole !== undefined;
