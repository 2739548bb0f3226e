import { sql } from "drizzle-orm";
import type { Database } from "./database.server";

/** A job that has failed at least once. */
export interface FailingJob {
  id: string;
  /** Name of the job's queue. */
  queue: string;
  since: Date;
  tries: number;
  /** Time of the next automatic attempt; null after the last one. */
  next: Date | null;
  /** Message of the last error. */
  error: string;
}

/** Number of jobs of a queue that wait for their first attempt, and the time at which the oldest of them could start. */
export interface QueueLength {
  queue: string;
  waiting: number;
  oldest: Date;
}

/** Queue of jobs whose attempts have all failed. */
export const DEAD_LETTERS = "dead-letters";

/** Maximum number of jobs in the list; the count includes all. */
const NAMED = 100;

type Row = Record<"id" | "queue" | "since", string> & {
  tries: number;
  next: string | null;
  error: string | null;
  all: number;
};

/** Failed jobs that wait for another attempt or have none left, oldest first, and their total number. */
export async function failingJobs(db: Database): Promise<{ jobs: FailingJob[]; count: number }> {
  // States before `active` match a partial index of the job tables, so that finished jobs are not read.
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

/** Number of failed jobs by queue, both those that wait for another attempt and those that have none left. */
export async function failingByQueue(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ queue: string; count: number }>(sql`
    select coalesce(source_name, name) as queue, count(*)::int as count from pgboss.job
    where state < 'active' and (state = 'retry' or name = ${DEAD_LETTERS}) group by 1 order by 1`);
  return new Map(rows.map(({ queue, count }) => [queue, count]));
}

/** Number of jobs by queue that could start and wait for their first attempt. */
export async function queueLengths(db: Database): Promise<QueueLength[]> {
  const { rows } = await db.execute<{ queue: string; waiting: number; oldest: string }>(sql`
    select name as queue, count(*)::int as waiting, min(start_after) as oldest from pgboss.job
    where state < 'active' and state = 'created' and start_after <= now() and name <> ${DEAD_LETTERS}
      and name not like '\\_\\_pgboss%'
    group by name order by name`);
  return rows.map(({ queue, waiting, oldest }) => ({ queue, waiting, oldest: new Date(oldest) }));
}

/** Lets those of the jobs that wait for another attempt start at once; returns their number. */
export async function hurryJobs(db: Database, ids: string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    update pgboss.job set start_after = now()
    where id = any(${sql.param(ids)}::uuid[]) and state = 'retry' and start_after > now() returning id`);
  return rows.length;
}
