import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** First and last day, both inclusive, such as 2026-11-20; null for an open end. */
export interface Days {
  from: string | null;
  to: string | null;
}

/** SQL conditions that a moment is within some days of a time zone. */
export const duringDays = (moment: AnyColumn, { from, to }: Days, zone: string): SQL[] => [
  ...(from === null ? [] : [sql`${moment} >= ${from}::date::timestamp at time zone ${zone}`]),
  ...(to === null ? [] : [sql`${moment} < (${to}::date + 1)::timestamp at time zone ${zone}`]),
];
