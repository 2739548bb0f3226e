import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** First and last day, both inclusive, e.g. 2026-11-20; null for no limit. */
export interface Days {
  from: string | null;
  to: string | null;
}

/** SQL conditions that a moment is within these days in a time zone. */
export const duringDays = (moment: AnyColumn | SQL, { from, to }: Days, zone: string): SQL[] => [
  ...(from === null ? [] : [sql`${moment} >= ${from}::date::timestamp at time zone ${zone}`]),
  ...(to === null ? [] : [sql`${moment} < (${to}::date + 1)::timestamp at time zone ${zone}`]),
];

/** As `duringDays`, as one condition, for days that have both ends. */
export const duringSpan = (moment: AnyColumn | SQL, span: { from: string; to: string }, zone: string): SQL =>
  sql.join(duringDays(moment, span, zone), sql` and `);
