import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "./database.server";
import { faultOf, log } from "./log.server";
import { rateLimits } from "./rate-limit.tables";
import { TALLY } from "./tally.server";

/** Number of times that a key may do something within a period. */
export interface Allowance {
  /** Name of the limited act; the same key is counted separately for each name. */
  name: string;
  times: number;
  seconds: number;
}

export interface Count {
  points: number;
  /** End of the period in milliseconds since the epoch. */
  until: number;
}

/** Counters in this process's memory. Their number is limited, so that a client with ever new keys cannot fill the memory. */
interface Memory {
  /** Times at which exhausted keys are allowed again; the database is not queried for them until then. */
  spent: LRUCache<string, number>;
  /** Counters that are used while the database is unreachable. */
  alone: LRUCache<string, Count>;
  isAlone: boolean;
}

const MOST_KEYS = 10_000;
const memories = new WeakMap<Database, Memory>();

/**
 * Counts an act and returns the seconds to wait before it is allowed; 0 if it is allowed now. All processes count together in the
 * database; while that is unreachable, each process counts in its memory.
 */
export function consume(db: Database, allowance: Allowance, key: string): Promise<number> {
  return consumeBy(db, allowance, key, (memory, id, now, span) => counted(db, memory, id, now, span));
}

/**
 * Counts an act like `consume`, but within a statement of the caller. `ask` gets the counter, a query of one row with `points`
 * and `expire`, and returns the count, with `until` in milliseconds. The caller's statement must not do the act beyond the
 * allowance. If it fails, nothing is counted.
 */
export function consumeWith(
  db: Database,
  allowance: Allowance,
  key: string,
  ask: (counter: SQL) => Promise<Count>,
): Promise<number> {
  return consumeBy(db, allowance, key, (_memory, id, now, span) => ask(counter(db, id, now, span).getSQL()));
}

async function consumeBy(
  db: Database,
  { name, times, seconds }: Allowance,
  key: string,
  count: (memory: Memory, id: string, now: number, span: number) => Promise<Count>,
): Promise<number> {
  const memory = memoryOf(db);
  const id = `${name}:${key}`;
  const now = Date.now();
  const secondsTo = (until: number) => Math.max(1, Math.ceil((until - now) / 1000));
  const blocked = memory.spent.get(id) ?? 0;
  if (blocked > now) return secondsTo(blocked);

  const { points, until } = await count(memory, id, now, seconds * 1000);
  if (points <= times) return 0;
  memory.spent.set(id, until);
  return secondsTo(until);
}

function memoryOf(db: Database): Memory {
  const known = memories.get(db);
  if (known) return known;
  const memory: Memory = {
    spent: new LRUCache({ max: MOST_KEYS }),
    alone: new LRUCache({ max: MOST_KEYS }),
    isAlone: false,
  };
  memories.set(db, memory);
  return memory;
}

async function counted(db: Database, memory: Memory, id: string, now: number, span: number): Promise<Count> {
  try {
    const count = await countedTogether(db, id, now, span);
    memory.isAlone = false;
    return count;
  } catch (error) {
    if (!memory.isAlone)
      log.error({ error: faultOf(error) }, "limits are counted in memory: the database did not answer");
    memory.isAlone = true;
    return countedAlone(memory, id, now, span);
  }
}

async function countedTogether(db: Database, key: string, now: number, span: number): Promise<Count> {
  const [row] = await counter(db, key, now, span);
  return { points: row?.points ?? 1, until: row?.expire?.getTime() ?? now + span };
}

const counter = (db: Database, key: string, now: number, span: number) => counters(db, [key], now, span);

function counters(db: Database, keys: string[], now: number, span: number) {
  const { points, expire } = rateLimits;
  const isOver = sql`(${expire} is null or ${expire} <= ${sql.param(new Date(now), expire)})`;
  return db
    .insert(rateLimits)
    .values(keys.map((key) => ({ key, points: 1, expire: new Date(now + span) })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${points} + 1 end`,
        expire: sql`case when ${isOver} then excluded.expire else ${expire} end`,
      },
    })
    .returning({ points, expire });
}

function countedAlone({ alone }: Memory, key: string, now: number, span: number): Count {
  const known = alone.get(key);
  const count = known && known.until > now ? { ...known, points: known.points + 1 } : { points: 1, until: now + span };
  alone.set(key, count);
  return count;
}

/** Counts an act in the present period of its key, over all processes; returns the count, which ends nothing. */
export async function countAct(
  db: Database,
  { name, seconds }: Omit<Allowance, "times">,
  key: string,
): Promise<number> {
  const { points } = await countedTogether(db, `${name}:${key}`, Date.now(), seconds * 1000);
  return points;
}

/**
 * Counts an act like `countAct`, once for each of some keys, by one statement; in the order of the keys, so that no two statements wait
 * for each other.
 */
export async function countActs(
  db: Database,
  { name, seconds }: Omit<Allowance, "times">,
  keys: readonly string[],
): Promise<void> {
  const ids = [...new Set(keys)].map((key) => `${name}:${key}`).toSorted();
  if (ids.length > 0) await counters(db, ids, Date.now(), seconds * 1000);
}

/** Count of `countAct` in the present period. */
export async function countOf(db: Database, name: string, key: string): Promise<number> {
  const isOwn = and(eq(rateLimits.key, `${name}:${key}`), gt(rateLimits.expire, new Date()));
  const [row] = await db.select({ points: rateLimits.points }).from(rateLimits).where(isOwn);
  return row?.points ?? 0;
}

/**
 * Claims a piece of work for one process until `freeClaim`, at most for `seconds`; returns false if another one has claimed it.
 * Claims are kept in the database, so that all processes agree.
 */
export async function claim(db: Database, name: string, key: string, seconds: number): Promise<boolean> {
  const now = new Date();
  const rows = await db
    .insert(rateLimits)
    .values({ key: claimKey(name, key), points: 1, expire: new Date(now.getTime() + seconds * 1000) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { expire: sql`excluded.expire` },
      setWhere: lte(rateLimits.expire, now),
    })
    .returning({ points: rateLimits.points });
  return rows.length > 0;
}

/** Ends a claim of `claim`. */
export async function freeClaim(db: Database, name: string, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, claimKey(name, key)));
}

const claimKey = (name: string, key: string): string => `claim ${name}:${key}`;

/** Deletes the counters of past periods. */
export async function sweepRateLimits(db: Database, now = new Date()): Promise<void> {
  await db
    .delete(rateLimits)
    .where(and(lte(rateLimits.expire, now), sql`not starts_with(${rateLimits.key}, ${TALLY})`));
}
