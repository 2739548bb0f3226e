import { createHash } from "node:crypto";
import { and, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { dayBefore, dayIn } from "~/shop/shop-time";
import { countedWords, networkBit } from "./counted-words";
import { searchedWords } from "./search-counts.tables";

/** Maximum number of different searches waiting to be written; more are not counted. */
const MOST = 2_000;
/** Number of different networks from which the words of a search are stored in plain text. */
export const ENOUGH_NETWORKS = 3;
/** Days after which searches of fewer networks are deleted. */
const FORGOTTEN = 30;

interface Waiting {
  day: string;
  key: string;
  words: string;
  found: boolean;
  times: number;
  networks: number;
}

export interface SearchCounts {
  /** Counts an answered search in memory, without a query. Of `network` only one of 32 bits is stored. */
  add(search: { query: string; found: boolean; network: string }, now: Date): void;
  /** Writes pending counts to the database; after an error they stay pending for the next call. */
  flush(): Promise<void>;
}

/** Opens counts of searches, which are held in memory and written every minute. */
export function openSearchCounts({ db, sealer, settings }: Pick<Services, "db" | "sealer" | "settings">): SearchCounts {
  let waiting = new Map<string, Waiting>();
  const hash = (text: string) => createHash("sha256").update(sealer.sign("search", text)).digest("hex");

  function keep(rows: Iterable<[string, Waiting]>): void {
    for (const [id, row] of rows) {
      const known = waiting.get(id);
      if (known) Object.assign(known, { times: known.times + row.times, networks: known.networks | row.networks });
      else if (waiting.size < MOST) waiting.set(id, { ...row });
    }
  }

  return {
    add({ query, found, network }, now) {
      const words = countedWords(query);
      if (words === null || network === "") return;
      const day = dayIn(now, settings().timeZone);
      const id = `${day} ${found ? "+" : "-"} ${words}`;
      if (!waiting.has(id) && waiting.size >= MOST) return;
      const networks = networkBit(hash(`${words}\n${network}`));
      keep([[id, { day, key: hash(words), words, found, times: 1, networks }]]);
    },
    async flush() {
      if (waiting.size === 0) return;
      const own = waiting;
      waiting = new Map();
      await write(db, [...own.values()]).catch((error: unknown) => {
        keep(own);
        throw error;
      });
    },
  };
}

const ROWS = sql`(key text, words text, networks integer, day date, found boolean, times integer)`;

/** Adds counts to the stored ones. The words are stored in plain text from the third different network on. */
const write = (db: Database, counts: Waiting[]): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = JSON.stringify(counts.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
    await tx.execute(sql`
      insert into searched_words (key, words, networks, seen)
      select key, null, bit_or(networks), max(day) from jsonb_to_recordset(${rows}) as counted ${ROWS} group by key order by key
      on conflict (key) do update set networks = searched_words.networks | excluded.networks, seen = greatest(searched_words.seen, excluded.seen)`);
    await tx.execute(sql`
      update searched_words set words = counted.words
      from (select distinct key, words from jsonb_to_recordset(${rows}) as counted ${ROWS}) as counted
      where searched_words.key = counted.key and searched_words.words is null
        and bit_count(searched_words.networks::bit(32)) >= ${ENOUGH_NETWORKS}`);
    await tx.execute(sql`
      insert into searches_by_day (day, key, found, times)
      select day, key, found, sum(times)::int from jsonb_to_recordset(${rows}) as counted ${ROWS} group by 1, 2, 3 order by 1, 2, 3
      on conflict (day, key, found) do update set times = searches_by_day.times + excluded.times`);
  });

/** Deletes searches of too few networks, a month after the last search. */
export async function sweepSearchedWords(
  { db, settings }: Pick<Services, "db" | "settings">,
  now: Date,
): Promise<void> {
  const before = dayBefore(dayIn(now, settings().timeZone), FORGOTTEN);
  await db.delete(searchedWords).where(and(isNull(searchedWords.words), lt(searchedWords.seen, before)));
}
