import { and, asc, desc, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { audit } from "./audit.tables";
import { changes, type ChangeRow, textsOf } from "./log.server";
import type { RecordKind } from "./record-kind.server";
import { UNDO_DAYS } from "./undo-days";

/** How many changes of one act a list shows; an import may have thousands. */
const SHOWN = 50;
/** How many rows are looked through for the acts of one page. */
const LOOKED_THROUGH = 2_000;

/** One change as the log shows it; a shopper's own words are null once they were erased. */
export interface Change {
  id: number;
  kind: string;
  record: string;
  field: string;
  old: unknown;
  new: unknown;
  isErased: boolean;
  /** The change that this one took back, and whether it was taken back itself. */
  undoes: number | null;
  isUndone: boolean;
}

/** What a member did with one form. */
export interface Act {
  act: string;
  /** The number of its last change; the next page is what lies before that of the last act shown. */
  last: number;
  action: string;
  memberId: string | null;
  reason: string;
  at: Date;
  /** How many changes there are; the first of them are listed. */
  count: number;
  changes: Change[];
  undoable: "yes" | "too-late" | "undone" | "countered";
}

export interface ActFilter {
  memberId?: string;
  kind?: string;
  record?: string;
  /** Acts on any of these records. */
  records?: { kind: string; ids: string[] }[];
  /** Acts before this one, by its `last`. */
  before?: number;
}

/**
 * What members did, the newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function acts(
  { db }: { db: Database },
  member: Member,
  kinds: readonly RecordKind[],
  { memberId, kind, record, records, before }: ActFilter,
  most: number,
  now = new Date(),
): Promise<Act[]> {
  await requireRight({ db }, member, "log.read");
  const recent = db
    .select({ submission: audit.submission, id: audit.id })
    .from(audit)
    .where(
      and(
        memberId === undefined ? undefined : eq(audit.memberId, memberId),
        kind === undefined ? undefined : eq(audit.kind, kind),
        record === undefined ? undefined : eq(audit.record, record),
        records && or(...records.map(({ kind: of, ids }) => and(eq(audit.kind, of), inArray(audit.record, ids)))),
        before === undefined ? undefined : lt(audit.id, before),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(LOOKED_THROUGH)
    .as("recent");
  const last = sql<number>`max(${recent.id})`;
  const page = await db
    .select({ act: recent.submission })
    .from(recent)
    .groupBy(recent.submission)
    .orderBy(desc(last))
    .limit(most);
  const found = await actsWhere(
    db,
    kinds,
    inArray(
      audit.submission,
      page.map(({ act }) => act),
    ),
    now,
  );
  return found.toSorted((a, b) => b.last - a.last);
}

/**
 * One act: a member's own, such as the one just done, or anybody's. Nothing when the log does not know it.
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
  const [found] = await actsWhere(db, kinds, eq(audit.submission, act), now);
  if (found && found.memberId !== member.id) await requireRight({ db }, member, "log.read");
  return found;
}

async function actsWhere(db: Database, kinds: readonly RecordKind[], condition: SQL, now: Date): Promise<Act[]> {
  const rows = await changes(db).where(condition).orderBy(asc(audit.id));
  const undoing = alias(audit, "undoing");
  const undone =
    rows.length === 0
      ? []
      : await db
          .select({ id: undoing.undoes })
          .from(undoing)
          .where(
            inArray(
              undoing.undoes,
              rows.map(({ id }) => id),
            ),
          );
  const undoneIds = new Set(undone.map(({ id }) => id));
  return [...Map.groupBy(rows, (row) => row.act).values()].flatMap((own) => {
    const [first] = own;
    const lastRow = own.at(-1);
    if (!first || !lastRow) return [];
    const listed = own.slice(0, SHOWN).map((row) => changeOf(row, undoneIds.has(row.id)));
    const { act, action, memberId, reason, at } = first;
    const isUndone = own.every(({ id }) => undoneIds.has(id));
    const undoable = undoability(own, kinds, isUndone, now);
    return [{ act, last: lastRow.id, action, memberId, reason, at, count: own.length, changes: listed, undoable }];
  });
}

function undoability(rows: ChangeRow[], kinds: readonly RecordKind[], isUndone: boolean, now: Date): Act["undoable"] {
  const isKnown = rows.every((row) => kinds.some(({ kind, fields }) => kind === row.kind && fields[row.field]));
  if (!isKnown) return "countered";
  if (isUndone) return "undone";
  const since = now.getTime() - UNDO_DAYS * 86_400_000;
  return rows.some(({ at, blankedAt }) => at.getTime() < since || blankedAt !== null) ? "too-late" : "yes";
}

const changeOf = (row: ChangeRow, isUndone: boolean): Change => {
  const { id, kind, record, field, undoes, blankedAt } = row;
  return { id, kind, record, field, ...textsOf(row), isErased: blankedAt !== null, undoes, isUndone };
};
