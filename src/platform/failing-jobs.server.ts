import { sql } from "drizzle-orm";
import type { Database } from "./database.server";

/** A job that failed at least once. */
export interface FailingJob {
  id: string;
  /** The queue it was meant for. */
  queue: string;
  since: Date;
  tries: number;
  /** When it is tried again by itself; null once it has failed each time. */
  next: Date | null;
  /** Last error, in the words of whatever failed. */
  error: string;
}

/** Jobs by their queue: how many wait for their first try. */
export interface QueueLength {
  queue: string;
  waiting: number;
}

/** Where jobs end that failed each time. */
export const DEAD_LETTERS = "dead-letters";

/** How many are named; all are counted. */
const NAMED = 100;

type Row = Record<"id" | "queue" | "since", string> & {
  tries: number;
  next: string | null;
  error: string | null;
  all: number;
};

/** Jobs that failed and are tried again, and those that wait for somebody, the oldest first; and how many there are. */
export async function failingJobs(db: Database): Promise<{ jobs: FailingJob[]; count: number }> {
  // The states before `active` alone, as the queues' own index has them: finished jobs are not read.
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

/** How many jobs of each queue wait for their first try and could begin. */
export async function queueLengths(db: Database): Promise<QueueLength[]> {
  const { rows } = await db.execute<{ queue: string; waiting: number }>(sql`
    select name as queue, count(*)::int as waiting from pgboss.job
    where state < 'active' and state = 'created' and start_after <= now() and name <> ${DEAD_LETTERS}
      and name not like '\\_\\_pgboss%'
    group by name order by name`);
  return rows;
}

/** Has jobs that are tried again later tried at once; says how many. */
export async function hurryJobs(db: Database, ids: string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    update pgboss.job set start_after = now()
    where id = any(${sql.param(ids)}::uuid[]) and state = 'retry' and start_after > now() returning id`);
  return rows.length;
}
