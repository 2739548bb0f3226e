import { type SQL, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { forgivenIn, type Meaning, meaningOf, nearestFirst, wordsOf } from "./match-and-rank";
import { searchNames, searchWords } from "./search.tables";

/** So many names, the merchant's first, are read for every query. Whatever is frequent is found among them. */
const FIRST_NAMES = 10_000;
/** Most matching names that are read by index, after the first ones. */
const CANDIDATES = 5_000;
/** So many names are compared with what a query may have meant. */
const COMPARED = 1_000;
const KNOWN_WORDS = 400;

interface FoundName {
  id: string;
  name: string;
  /** Where the query stands in the name, and where the product stands in the merchant's order. */
  place: number;
  position: number;
}

/**
 * The ids of products whose name contains a normalized query, those that begin with it first; when there are none, of those whose
 * name it may have meant. Up to 10,000 products the answer is exact; a larger shop finds the rest by index, and of a word so frequent that
 * the first 10,000 fill the answer no others.
 */
export async function searchIds(db: Database, query: string, most: number): Promise<string[]> {
  const found = await readUnder([cacheKeys.search], () => namesFor(db, query, most));
  return found.map(({ id }) => id);
}

async function namesFor(db: Database, query: string, most: number): Promise<FoundName[]> {
  const place = canStandInName(query) ? sql`strpos(name, ${query})` : sql`0`;
  const words = wordsOf(query);
  const { meant, ...first } = await amongFirst(db, sql`${place} > 0`, place, most, [...new Set(words)]);
  const containing = await namesContaining(db, query, most, place, first);
  return containing.length > 0 ? containing : namesMeant(db, words, meant, most);
}

/** No name holds a NUL, and the database takes none. */
const canStandInName = (text: string): boolean => !text.includes("\0");

async function namesContaining(
  db: Database,
  query: string,
  most: number,
  place: SQL,
  first: FirstNames,
): Promise<FoundName[]> {
  if (first.isAll || first.found.length >= most || !canStandInName(query)) return first.found;

  const long = query.split(" ").filter((word) => /[\p{L}\p{N}]{3}/u.test(word));
  const indexed = long.length > 0 ? long.map(contains) : hasPair(query) ? [beginsWord(query)] : [];
  const others = await byIndex(db, indexed, CANDIDATES, { condition: sql`${place} > 0`, place, most });
  return merged(first.found, others).slice(0, most);
}

async function namesMeant(db: Database, query: string[], meanings: Meaning[], most: number): Promise<FoundName[]> {
  if (meanings.length === 0 || meanings.some(({ slips }) => slips.size === 0)) return [];
  const words = query.flatMap((word) => meanings.find((meaning) => meaning.word === word) ?? []);

  const none = sql`0`;
  const condition = sql.join(
    meanings.map((meaning) => anyOf(spellings(meaning).map(contains))),
    sql` and `,
  );
  const first = await amongFirst(db, condition, none, COMPARED);
  const nearest = nearestFirst(words, first.found);
  if (first.isAll || nearest.length >= most) return nearest.slice(0, most);

  const indexed = meanings
    .filter(({ word }) => hasPair(word))
    .map((meaning) => anyOf(spellings(meaning).map(indexable)));
  const others = await byIndex(db, indexed, COMPARED, { condition, place: none, most: COMPARED });
  return nearestFirst(words, merged(first.found, others)).slice(0, most);
}

/** Meanings of some words among the names of the shop, as rows of a query. */
const meaningsQuery = (words: string[]): SQL => sql`
    select wanted.word as wanted, known.word
    from unnest(${sql.param(words)}::text[], ${sql.param(words.map(forgivenIn))}::integer[]) as wanted (word, forgiven),
      lateral (
        (select word from ${searchWords} own where own.word >= wanted.word and own.word < wanted.word || chr(1114111)
          order by own.word limit 1)
        union
        (select word from ${searchWords} own
          where wanted.forgiven > 0 and own.slips && search_slips(wanted.word, wanted.forgiven) limit ${KNOWN_WORDS})
      ) as known`;

/** Matches among the merchant's first names. */
interface FirstNames {
  found: FoundName[];
  /** Whether there are no names but the first. */
  isAll: boolean;
}

/**
 * Which of the merchant's first names match; when none does, what each of `words` may mean. One statement for both, because the way to
 * the database and back takes longer than to answer.
 */
async function amongFirst(
  db: Database,
  condition: SQL,
  place: SQL,
  most: number,
  words: string[] = [],
): Promise<FirstNames & { meant: Meaning[] }> {
  const { rows } = await db.execute<
    { isAll: boolean | null; wanted: string | null; word: string } & Partial<FoundName>
  >(
    sql`
    with hit as materialized (
      select product_id as id, name, ${place} as place, position
      from (select * from ${searchNames} order by position, product_id limit ${FIRST_NAMES}) as first
      where ${condition} order by place, position, product_id limit ${most}
    )
    select not exists (select from ${searchNames} order by position, product_id offset ${FIRST_NAMES} limit 1) as "isAll",
      hit.*, null as wanted, null as word
    from (values (1)) as shop left join hit on true
    union all
    select null, null, null, null, null, meant.wanted, meant.word from (${meaningsQuery(words)}) as meant
    where not exists (select from hit)`,
  );
  const found = rows.filter((row): row is typeof row & FoundName => typeof row.id === "string").toSorted(inOrder);
  const known = Map.groupBy(rows, ({ wanted }) => wanted);
  const meant = words.map((word) =>
    meaningOf(
      word,
      (known.get(word) ?? []).map((row) => row.word),
    ),
  );
  return { found, isAll: rows.some(({ isAll }) => isAll === true), meant };
}

/** The names that match among the first `candidates` of those that the index gives for conditions; none without a condition. */
async function byIndex(
  db: Database,
  indexed: SQL[],
  candidates: number,
  { condition, place, most }: { condition: SQL; place: SQL; most: number },
): Promise<FoundName[]> {
  if (indexed.length === 0) return [];
  return db.transaction(async (tx) => {
    // The planner thinks that whatever is frequent is found sooner without the index, which is untrue where it stands together.
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
    );
    const { rows } = await tx.execute<Record<string, unknown> & FoundName>(sql`
      select product_id as id, name, ${place} as place, position
      from (select * from ${searchNames} where ${sql.join(indexed, sql` and `)} limit ${candidates}) as candidate
      where ${condition} order by place, position, product_id limit ${most}`);
    return rows;
  });
}

const merged = (some: FoundName[], others: FoundName[]): FoundName[] =>
  [...new Map([...some, ...others].map((found) => [found.id, found])).values()].toSorted(inOrder);

const inOrder = (a: FoundName, b: FoundName): number =>
  a.place - b.place || a.position - b.position || (a.id < b.id ? -1 : 1);

/** How a word of a query may stand in a name. */
const spellings = ({ word, slips }: Meaning): string[] => [
  word,
  ...[...slips].filter(([other]) => !other.startsWith(word)).map(([other]) => other),
];

const contains = (text: string): SQL => sql`name like ${`%${escaped(text)}%`}`;

/** The index knows three letters in a row, or two at the beginning of a word. */
const indexable = (word: string): SQL => (word.length >= 3 ? contains(word) : beginsWord(word));
const beginsWord = (text: string): SQL =>
  anyOf(["", "% ", "%-"].map((before) => sql`name like ${`${before}${escaped(text)}%`}`));
const hasPair = (text: string): boolean => /[\p{L}\p{N}]{2}/u.test(text);

const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

export const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
