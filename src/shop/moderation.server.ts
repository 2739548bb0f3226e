import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { isCountedSample } from "./counted.server";
import { type QueueKind, queueKinds, type QueueWindow, standings } from "./moderation";

/** Schema of the standing of a moderated record. */
export const StandingField = z.enum(standings);

/** Columns of a table in the queue. */
interface QueueColumns {
  kind: QueueKind;
  id: PgColumn;
  at: PgColumn;
  /** Column of the member's decision. */
  state: PgColumn;
  sample: PgColumn;
  product?: PgColumn;
}

/** Names for the log of the records of one kind among these changes, by kind and id. Who may see them is the caller's to check. */
export async function namesInLog(
  kind: string,
  changes: readonly { kind: string; record: string }[],
  read: (ids: number[]) => Promise<{ id: number; name: string }[]>,
): Promise<[key: string, { name: string }][]> {
  const ids = changes.flatMap((change) => (change.kind === kind ? [Number(change.record)] : []));
  const rows = ids.length > 0 ? await read(ids) : [];
  return rows.map(({ id, name }) => [`${kind} ${id}`, { name }]);
}

/** A row's moment in PostgreSQL's precision, for paging. */
export const momentOf = (at: PgColumn) => sql<string>`${at}::text`;

/** Condition and order of a part of the queue, served by the table's indexes for waiting and decided rows. */
export function queueWindow(
  columns: QueueColumns,
  { isDecided = false, isBefore = false, isApart = false, from, id, productId, most }: QueueWindow,
) {
  const isDescending = isDecided !== isBefore;
  const direction = isDescending ? desc : asc;
  const isCounted = isCountedSample(sql`${columns.sample}`);
  const state = isDecided
    ? sql`${columns.state} <> 'waiting'`
    : sql`${columns.state} = 'waiting' and ${isApart ? sql`not ${isCounted}` : isCounted}`;
  return {
    where: and(
      id === undefined ? state : eq(columns.id, id),
      from && beyond(columns, from, isDescending),
      productId === undefined ? undefined : columns.product ? eq(columns.product, productId) : sql`false`,
    ),
    orderBy: [direction(columns.at), direction(columns.id)],
    limit: most,
  };
}

/** Rows after a place in the queue; rows of the same moment follow the order of `queueKinds`. */
function beyond({ kind, id, at }: QueueColumns, from: NonNullable<QueueWindow["from"]>, isDescending: boolean): SQL {
  const rank = queueKinds.indexOf(kind) - queueKinds.indexOf(from.kind);
  const moment = sql`${from.moment}::timestamptz`;
  if (rank === 0) {
    const place = sql`(${moment}, ${sql.param(from.id, id)})`;
    return isDescending ? sql`(${at}, ${id}) < ${place}` : sql`(${at}, ${id}) > ${place}`;
  }
  if (isDescending) return rank < 0 ? sql`${at} <= ${moment}` : sql`${at} < ${moment}`;
  return rank > 0 ? sql`${at} >= ${moment}` : sql`${at} > ${moment}`;
}
