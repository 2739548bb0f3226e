import { LRUCache } from "lru-cache";

/**
 * Recent searches, and whether they found anything, for counting searches that the page cache answers: it has more entries than
 * the page cache has pages.
 */
const answered = new LRUCache<string, { found: boolean }>({ max: 5_000 });

/** Stores the result of a search by its normalized query, so that requests answered from the page cache can be counted, too. */
export const rememberAnswer = (query: string, found: boolean): void => void answered.set(query, { found });

/** Whether a search found anything; undefined if its result is no longer stored. */
export const answerOf = (query: string): boolean | undefined => answered.get(query)?.found;
