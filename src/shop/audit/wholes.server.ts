import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { audit } from "./audit.tables";
import type { RecordKind } from "./record-kind.server";

/** Whether a kind and field, as one text, say how a whole stands. */
export function isOfWhole(kinds: readonly RecordKind[], name: SQL): SQL {
  const wholes = kinds.flatMap(({ kind, fields }) =>
    Object.keys(fields).flatMap((field) => (fields[field]?.ofWhole ? `${kind} ${field}` : [])),
  );
  return sql`(${name}) = any(${sql.param(wholes)}::text[])`;
}

/** Whether an act took back how a whole stands, or brought it again: its parts then stand or fall with the whole. */
export async function isWholeBack(db: Database, kinds: readonly RecordKind[], act: string): Promise<boolean> {
  const [row] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.submission, act),
        isNotNull(audit.undoes),
        isOfWhole(kinds, sql`${audit.kind} || ' ' || ${audit.field}`),
      ),
    )
    .limit(1);
  return row !== undefined;
}
