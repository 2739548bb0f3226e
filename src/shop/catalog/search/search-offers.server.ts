import { sql } from "drizzle-orm";
import { readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { bareWords } from "./match-and-rank";
import { formsOf, type ReadUnit } from "./query-words";
import { searchIds } from "./search-query.server";
import { searchWords } from "./search.tables";

/** Maximum number of searches that are offered after one without results. */
const OFFERED = 5;
const LIKE_ONE = 2;
/** Trigram similarity (0 to 1) from which a word is offered. */
const ALIKE_FROM = 0.3;

/**
 * Searches with results, for a shopper whose search found nothing: first its single words, then similar words of the shop, each
 * word in one form only, singular or plural.
 */
export async function offeredSearches(db: Database, units: readonly ReadUnit[]): Promise<string[]> {
  const typed = units.length > 1 ? units.map((unit) => unit.typed) : [];
  const like = await readUnder([cacheKeys.search], () =>
    wordsLike(db, units.map((unit) => unit.typed).flatMap(bareWords)),
  );
  const offered = [...new Set([...typed, ...like])].slice(0, 2 * OFFERED);
  const found = await Promise.all(offered.map((words) => searchIds(db, words, 1)));
  const finding = offered.filter((_, place) => found[place]?.length === 1);
  return finding
    .filter((words, place) => !finding.slice(0, place).some((earlier) => formsOf(earlier).includes(words)))
    .slice(0, OFFERED);
}

/** Words of the shop with the same first letter as a typed word, most similar first. */
async function wordsLike(db: Database, words: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select near.word
    from unnest(${sql.param([...new Set(words)].slice(0, OFFERED))}::text[]) as wanted (word), lateral (
      select own.word, similarity(own.word, wanted.word) as likeness from ${searchWords} own
      where own.word >= left(wanted.word, 1) and own.word < left(wanted.word, 1) || chr(1114111)
        and own.word <> wanted.word and length(own.word) > 2 and similarity(own.word, wanted.word) >= ${ALIKE_FROM}
      order by likeness desc, own.word limit ${LIKE_ONE}
    ) as near
    order by near.likeness desc, near.word`);
  return rows.map(({ word }) => word);
}
