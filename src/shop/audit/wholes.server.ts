import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { audit } from "./audit.tables";
import type { RecordKind } from "./record-kind.server";

/** SQL condition that a field of a kind has `ofWhole`, so that its change represents the whole act. */
export function isOfWhole(kinds: readonly RecordKind[], name: SQL): SQL {
  const wholes = kinds.flatMap(({ kind, fields }) =>
    Object.keys(fields).flatMap((field) => (fields[field]?.ofWhole ? `${kind} ${field}` : [])),
  );
  return sql`(${name}) = any(${sql.param(wholes)}::text[])`;
}

/** Whether an act undid a change of a field with `ofWhole`: such an act can itself only be undone as a whole. */
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
