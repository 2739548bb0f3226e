import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "./database.server";
import { DAY, HOUR } from "./durations";
import { rateLimits } from "./rate-limit.tables";

/** Number of times that the whole shop does something within an hour before somebody is told; nothing stops at it. */
export interface HourlySum {
  /** Name of the counted act. */
  name: string;
  most: number;
}

/** Highest sum of an hour within the last day, and the time until which it is shown. */
export interface LoudHour {
  times: number;
  until: Date;
}

const keyOf = (name: string) => `hourly ${name}`;
const loudKeyOf = (name: string) => `loud ${name}`;

/** Counts an act in the present hour, over all processes; returns whether the sum is above its most, which is remembered for a day. */
export async function addToHour(db: Database, { name, most }: HourlySum, now: Date): Promise<boolean> {
  const { points, expire } = rateLimits;
  const isOver = sql`(${expire} is null or ${expire} <= ${sql.param(now, expire)})`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key: keyOf(name), points: 1, expire: new Date(now.getTime() + HOUR) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${points} + 1 end`,
        expire: sql`case when ${isOver} then excluded.expire else ${expire} end`,
      },
    })
    .returning({ points });
  const times = row?.points ?? 1;
  if (times <= most) return false;
  await db
    .insert(rateLimits)
    .values({ key: loudKeyOf(name), points: times, expire: new Date(now.getTime() + DAY) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else greatest(${points}, excluded.points) end`,
        expire: sql`case when ${isOver} then excluded.expire else ${expire} end`,
      },
    });
  return true;
}

/** Whether the sum of the present hour is above its most; counts nothing. */
export async function isHourLoud(db: Database, { name, most }: HourlySum, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ points: rateLimits.points })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, keyOf(name)), gt(rateLimits.expire, now)));
  return (row?.points ?? 0) > most;
}

/** Hour of the last day in which the sum was above its most; undefined without one. It is a new one when the day is over. */
export async function loudHour(db: Database, { name }: HourlySum, now: Date): Promise<LoudHour | undefined> {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(and(eq(rateLimits.key, loudKeyOf(name)), gt(rateLimits.expire, now)));
  return row?.expire ? { times: row.points, until: row.expire } : undefined;
}
