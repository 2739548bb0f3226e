import { sql } from "drizzle-orm";
import type { Database } from "./database.server";

/** A job with at least one failure. */
export interface FailingJob {
  id: string;
  /** Name of the job's queue. */
  queue: string;
  since: Date;
  tries: number;
  /** Time of the next automatic try; null after the last one. */
  next: Date | null;
  /** Message of the last error. */
  error: string;
}

/** A queue, how many of its jobs wait for their first try, and since when the oldest of them could begin. */
export interface QueueLength {
  queue: string;
  waiting: number;
  oldest: Date;
}

/** Queue of jobs that failed every time. */
export const DEAD_LETTERS = "dead-letters";

/** Most jobs listed; the count covers all. */
const NAMED = 100;

type Row = Record<"id" | "queue" | "since", string> & {
  tries: number;
  next: string | null;
  error: string | null;
  all: number;
};

/** Failed jobs, both waiting to be retried and given up, oldest first; and their number. */
export async function failingJobs(db: Database): Promise<{ jobs: FailingJob[]; count: number }> {
  // States before `active` match the partial index of the queues, so that finished jobs are not read.
  const { rows } = await db.execute<Row>(sql`
    select id, coalesce(source_name, name) as queue, coalesce(source_created_on, created_on) as since,
      coalesce(source_retry_count, retry_count) + (name = ${DEAD_LETTERS})::int as tries,
      case when name = ${DEAD_LETTERS} then null else start_after end as next,
      coalesce(source_output, output) ->> 'error' as error, (count(*) over ())::int as all
    from pgboss.job where state < 'active' and (state = 'retry' or name = ${DEAD_LETTERS})
    order by coalesce(source_created_on, created_on) limit ${NAMED}`);
  const jobs = rows.map(({ id, queue, since, tries, next, error }) => ({
    id,
    queue,
    tries,
    error: firstLine(error),
    since: new Date(since),
    next: next === null ? null : new Date(next),
  }));
  return { jobs, count: rows[0]?.all ?? 0 };
}

const firstLine = (trace: string | null): string => /^(?:\w*Error: )?(.*)/.exec(trace ?? "")?.[1] ?? "";

/** Number of failed jobs of each queue that has any, both waiting to be retried and given up. */
export async function failingByQueue(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ queue: string; count: number }>(sql`
    select coalesce(source_name, name) as queue, count(*)::int as count from pgboss.job
    where state < 'active' and (state = 'retry' or name = ${DEAD_LETTERS}) group by 1 order by 1`);
  return new Map(rows.map(({ queue, count }) => [queue, count]));
}

/** How many jobs of each queue wait for their first try and could begin. */
export async function queueLengths(db: Database): Promise<QueueLength[]> {
  const { rows } = await db.execute<{ queue: string; waiting: number; oldest: string }>(sql`
    select name as queue, count(*)::int as waiting, min(start_after) as oldest from pgboss.job
    where state < 'active' and state = 'created' and start_after <= now() and name <> ${DEAD_LETTERS}
      and name not like '\\_\\_pgboss%'
    group by name order by name`);
  return rows.map(({ queue, waiting, oldest }) => ({ queue, waiting, oldest: new Date(oldest) }));
}

/** Retries failed jobs at once; returns how many. */
export async function hurryJobs(db: Database, ids: string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    update pgboss.job set start_after = now()
    where id = any(${sql.param(ids)}::uuid[]) and state = 'retry' and start_after > now() returning id`);
  return rows.length;
}
