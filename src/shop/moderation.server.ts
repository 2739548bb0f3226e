import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { isCountedSample } from "./counted.server";
import { type QueueKind, queueKinds, type QueueWindow, standings } from "./moderation";

/** Schema of the moderation state of a shopper's text. */
export const StandingField = z.enum(standings);

/** Columns by which a table is read as part of the moderation queue. */
interface QueueColumns {
  kind: QueueKind;
  id: PgColumn;
  at: PgColumn;
  /** Column with the moderation state. */
  state: PgColumn;
  sample: PgColumn;
  product?: PgColumn;
}

/**
 * Names for the log, by kind and id, of the records of one kind among these changes. The caller checks whether the member may see
 * them.
 */
export async function namesInLog(
  kind: string,
  changes: readonly { kind: string; record: string }[],
  read: (ids: number[]) => Promise<{ id: number; name: string }[]>,
): Promise<[key: string, { name: string }][]> {
  const ids = changes.flatMap((change) => (change.kind === kind ? [Number(change.record)] : []));
  const rows = ids.length > 0 ? await read(ids) : [];
  return rows.map(({ id, name }) => [`${kind} ${id}`, { name }]);
}

/** SQL of a row's time in PostgreSQL's microseconds, as text for paging; a JavaScript date has only milliseconds. */
export const momentOf = (at: PgColumn) => sql<string>`${at}::text`;

/** Condition, order and limit of a query for a part of the queue; indexes on waiting and decided rows serve it. */
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

/** SQL condition for rows after a place in the queue; rows of the same time are in the order of `queueKinds`. */
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
