import { sql } from "drizzle-orm";
import { type Database, logFault } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { missedAddresses, redirects } from "./redirects.tables";

/** Maximum number of missed addresses that one process buffers between two writes, and maximum number stored for a day. */
const MOST_AT_ONCE = 500;
const MOST_OF_DAY = 2_000;
/** Days after which a missed address is deleted. */
const KEPT_DAYS = 30;
const EVERY = 5_000;

/** Buffered counts of redirects followed and of addresses not found. */
export interface AskedAddresses {
  /** Counts a request for an old address that was redirected. */
  ledOn(from: string): void;
  /**
   * Counts a request for an address that does not exist and has no redirect; `cameFrom` is the host of the page with the link, or
   * empty.
   */
  missed(path: string, cameFrom: string): void;
  /** Writes pending counts to the database now; otherwise a timer does so within seconds. */
  flush(): Promise<void>;
}

interface Counted {
  hits: Map<string, number>;
  misses: Map<string, { times: number; cameFrom: string }>;
}

const nothing = (): Counted => ({ hits: new Map(), misses: new Map() });

/** Counts in memory and writes all counts together, so that no request waits for a write. */
export function countAskedAddresses(db: Database, now: () => Date = () => new Date()): AskedAddresses {
  let counted = nothing();
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();
  let sweptAt = 0;

  const later = () => {
    timer ??= setTimeout(() => void flush(), EVERY).unref();
  };

  /** Ends also after a write that the timer began, because connections are closed afterwards. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    written = written.then(write);
    return written;
  }

  async function write(): Promise<void> {
    const { hits, misses } = counted;
    counted = nothing();
    try {
      if (hits.size > 0) await writeHits(db, hits, now());
      if (misses.size > 0) await writeMisses(db, misses, now());
      if (misses.size > 0 && now().getTime() - sweptAt >= DAY) {
        sweptAt = now().getTime();
        await db.delete(missedAddresses).where(sql`${missedAddresses.day} < ${dayOf(now())} - ${KEPT_DAYS}::int`);
      }
    } catch (error) {
      // A failed write loses the counts of a few seconds, but fails no request.
      logFault(error, {}, "asked addresses were not counted");
    }
  }

  return {
    flush,
    ledOn(from) {
      counted.hits.set(from, (counted.hits.get(from) ?? 0) + 1);
      later();
    },
    missed(path, cameFrom) {
      const known = counted.misses.get(path);
      if (!known && counted.misses.size >= MOST_AT_ONCE) return;
      counted.misses.set(path, { times: (known?.times ?? 0) + 1, cameFrom: known?.cameFrom || cameFrom });
      later();
    },
  };
}

/** SQL for the day of a moment in the shop's time zone. */
const dayOf = (moment: Date) => sql`shop_day(${moment.toISOString()}::timestamptz)`;

const writeHits = (db: Database, hits: ReadonlyMap<string, number>, now: Date) =>
  db.execute(sql`
    update ${redirects} set hits = hits + asked.times, last_hit_at = ${now.toISOString()}::timestamptz
    from unnest(${sql.param([...hits.keys()])}::text[], ${sql.param([...hits.values()])}::int[]) as asked (path, times)
    where ${redirects.from} = asked.path`);

const writeMisses = (db: Database, misses: Counted["misses"], now: Date) =>
  db.execute(sql`
    insert into ${missedAddresses} (path, day, times, came_from)
    select asked.path, ${dayOf(now)}, asked.times, asked.came_from
    from unnest(${sql.param([...misses.keys()])}::text[], ${sql.param([...misses.values()].map(({ times }) => times))}::int[],
      ${sql.param([...misses.values()].map(({ cameFrom }) => cameFrom))}::text[]) as asked (path, times, came_from)
    where exists (select from ${missedAddresses} as known where known.path = asked.path and known.day = ${dayOf(now)})
      or (select count(*) from ${missedAddresses} where day = ${dayOf(now)}) < ${MOST_OF_DAY}::int
    on conflict (path, day) do update set times = missed_addresses.times + excluded.times,
      came_from = case when missed_addresses.came_from = '' then excluded.came_from else missed_addresses.came_from end`);
