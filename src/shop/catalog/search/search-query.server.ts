import { type SQL, sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { folded } from "~/shop/folded-text";
import { forgivenIn, type Meaning, meaningOf } from "./match-and-rank";
import { bareWords, NEARNESS, type QueryUnit, type ReadUnit, unitsOf } from "./query-words";
import { describedProducts, type Wanted } from "./described-products.server";
import { searchNames, searchWords } from "./search.tables";

/** Number of names (first in the merchant's order) that every query reads, because frequent words are found among them. */
const FIRST_NAMES = 10_000;
/** Maximum number of further matches that are read by index. */
const CANDIDATES = 5_000;
const KNOWN_WORDS = 400;

interface FoundName {
  id: string;
  /** Rank by the position of the query in the name; equal ranks follow the merchant's order. */
  place: number;
  position: number;
}

export interface FoundProducts {
  ids: string[];
  units: ReadUnit[];
}

/** Ids of the products that `searchProducts` finds. */
export async function searchIds(db: Database, query: string, most: number): Promise<string[]> {
  return (await searchProducts(db, query, most)).ids;
}

/**
 * Products for a normalized query. First come products whose name contains the query, those whose name begins with it before
 * others; then products that match every word (or a synonym) in name, category, collection, size, color or material. If there are
 * none, products with similar words are found. Exact up to 10,000 products; in larger shops further matches are read by index,
 * and frequent words may find only the first products.
 */
export const searchProducts = (db: Database, query: string, most: number): Promise<FoundProducts> =>
  readUnder([cacheKeys.search], () => readProducts(db, query, most));

async function readProducts(db: Database, typed: string, most: number): Promise<FoundProducts> {
  const query = folded(typed);
  const place = canStandInName(query) ? sql`strpos(name, ${query})` : sql`0`;
  const words = [...new Set(bareWords(query))];
  const { meant, ...first } = await amongFirst(db, sql`${place} > 0`, place, most, words);
  const containing = await namesContaining(db, query, most, place, first);
  const units = unitsOf(query).map((unit): ReadUnit => ({ ...unit, instead: [] }));
  if (containing.length >= most) return { ids: containing.map(({ id }) => id), units };

  const bounds = { most, isSmall: first.isAll };
  if (containing.length === 0) {
    const distances = units.map((unit) => slipsIn(unit, meant));
    if (distances.includes(Infinity)) return { ids: [], units };
    if (distances.some((slips) => slips > 0)) return meantBy(db, units, meant, bounds);
  }
  const described = await describedProducts(db, units.map(asTyped), bounds);
  const isInFacts = described.some(({ parts }) => parts.every((part) => part < NEARNESS.inDetails));
  const others = containing.length === 0 || isInFacts ? described : [];
  if (containing.length === 0 && others.length === 0) return meantBy(db, units, meant, bounds);

  const ids = [...new Set([...containing, ...others].map(({ id }) => id))].slice(0, most);
  return { ids, units: units.map((unit, place) => ({ ...unit, nearness: others[0]?.parts[place] })) };
}

/** Minimum length of a last word that is searched as incomplete; a shorter one would begin too many words. */
const SHORTEST_BEGINNING = 3;

const asTyped = ({ own, alike }: QueryUnit, place: number, { length }: readonly QueryUnit[]): Wanted => {
  const [word = ""] = own;
  const isBegun = place === length - 1 && own.length === 1 && word.length >= SHORTEST_BEGINNING;
  return { own: [own], alike, begun: isBegun ? word : undefined };
};

/** Distance of a unit to the shop's words in typing errors; 0 for phrases and for words with synonyms. */
const slipsIn = ({ own, alike }: QueryUnit, meanings: Meaning[]): number =>
  own.length > 1 || alike.length > 0
    ? 0
    : Math.min(...(meanings.find(({ word }) => word === own[0])?.slips.values() ?? []), Infinity);

/** Maximum number of similar words that are searched in place of one word. */
const MEANT = 20;

/**
 * Finds products by the shop's words that are similar to the typed ones: first by the most similar words only, then by all of
 * them.
 */
async function meantBy(
  db: Database,
  units: ReadUnit[],
  meanings: Meaning[],
  bounds: { most: number; isSmall: boolean },
): Promise<FoundProducts> {
  const foundBy = async (isNearest: boolean) => {
    const read = units.map((unit) => ({ ...unit, instead: insteadOf(unit, meanings, isNearest) }));
    const described = await describedProducts(db, read.map(asMeant), bounds);
    const found = described.filter(({ parts }) => parts.every((part) => part < NEARNESS.inDetails));
    return {
      ids: found.map(({ id }) => id),
      units: read.map((unit, place) => ({ ...unit, nearness: found[0]?.parts[place] })),
    };
  };
  const nearest = await foundBy(true);
  return nearest.ids.length > 0 ? nearest : foundBy(false);
}

/**
 * Words of the shop to search in place of a unit. With `isNearest` only those with the fewest typing errors, and none if the shop
 * has the word or one that begins with it.
 */
function insteadOf({ own, alike }: QueryUnit, meanings: Meaning[], isNearest: boolean): string[] {
  const meaning = meanings.find(({ word }) => own.length === 1 && alike.length === 0 && word === own[0]);
  const near = [...(meaning?.slips ?? [])].toSorted(([, a], [, b]) => a - b);
  const [, fewest] = near[0] ?? ["", 0];
  return near.flatMap(([word, slips]) => (slips > 0 && (!isNearest || slips === fewest) ? [word] : [])).slice(0, MEANT);
}

const asMeant = ({ own, alike, instead }: ReadUnit): Wanted => ({
  own: [own, ...instead.map((word) => [word])],
  alike,
  begun: own.length === 1 ? own[0] : undefined,
});

/** Whether a name can contain the text: PostgreSQL does not store NUL characters. */
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
  const others = await byIndex(db, indexed, { condition: sql`${place} > 0`, place, most });
  return merged(first.found, others).slice(0, most);
}

/** Query for words of the shop that are similar to the given words. */
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

/** Matches among the first `FIRST_NAMES` names. */
interface FirstNames {
  found: FoundName[];
  /** Whether the shop has no more names than these. */
  isAll: boolean;
}

/**
 * Matches among the first names; if there are none, similar words for each of `words`. One statement does both, because a round
 * trip takes longer than the query.
 */
async function amongFirst(
  db: Database,
  condition: SQL,
  place: SQL,
  most: number,
  words: string[],
): Promise<FirstNames & { meant: Meaning[] }> {
  const { rows } = await db.execute<
    { isAll: boolean | null; wanted: string | null; word: string } & Partial<FoundName>
  >(
    sql`
    with hit as materialized (
      select product_id as id, ${place} as place, position
      from (select * from ${searchNames} order by position, product_id limit ${FIRST_NAMES}) as first
      where ${condition} order by place, position, product_id limit ${most}
    )
    select not exists (select from ${searchNames} order by position, product_id offset ${FIRST_NAMES} limit 1) as "isAll",
      hit.*, null as wanted, null as word
    from (values (1)) as shop left join hit on true
    union all
    select null, null, null, null, meant.wanted, meant.word from (${meaningsQuery(words)}) as meant
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

/** Further matching names by index; empty if there is no condition that the index supports. */
async function byIndex(
  db: Database,
  indexed: SQL[],
  { condition, place, most }: { condition: SQL; place: SQL; most: number },
): Promise<FoundName[]> {
  if (indexed.length === 0) return [];
  return db.transaction(async (tx) => {
    // Forces the use of the index: the planner expects to find frequent words sooner without it, which is wrong if matches are
    // clustered.
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
    );
    const { rows } = await tx.execute<Record<string, unknown> & FoundName>(sql`
      select product_id as id, ${place} as place, position
      from (select * from ${searchNames} where ${sql.join(indexed, sql` and `)} limit ${CANDIDATES}) as candidate
      where ${condition} order by place, position, product_id limit ${most}`);
    return rows;
  });
}

const merged = (some: FoundName[], others: FoundName[]): FoundName[] =>
  [...new Map([...some, ...others].map((found) => [found.id, found])).values()].toSorted(inOrder);

const inOrder = (a: FoundName, b: FoundName): number =>
  a.place - b.place || a.position - b.position || (a.id < b.id ? -1 : 1);

const contains = (text: string): SQL => sql`name like ${`%${escaped(text)}%`}`;

/**
 * SQL condition that a word begins with the text. The trigram index needs three letters in a row, or two at the beginning of a
 * word.
 */
const beginsWord = (text: string): SQL =>
  anyOf(["", "% ", "%-"].map((before) => sql`name like ${`${before}${escaped(text)}%`}`));
const hasPair = (text: string): boolean => /[\p{L}\p{N}]{2}/u.test(text);

const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

export const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
