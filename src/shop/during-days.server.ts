import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Days from and to, both of them counted, such as 2026-11-20; an open end is null. */
export interface Days {
  from: string | null;
  to: string | null;
}

/** Whether a moment lies in some days of a place, as conditions of a query. */
export const duringDays = (moment: AnyColumn, { from, to }: Days, zone: string): SQL[] => [
  ...(from === null ? [] : [sql`${moment} >= ${from}::date::timestamp at time zone ${zone}`]),
  ...(to === null ? [] : [sql`${moment} < (${to}::date + 1)::timestamp at time zone ${zone}`]),
];
