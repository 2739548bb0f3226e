import { LRUCache } from "lru-cache";

/** Searches that were answered lately, and whether anything was found; more of them than pages are kept in memory. */
const answered = new LRUCache<string, { found: boolean }>({ max: 5_000 });

/** Remembers the answer to a search, by its normalized query, for everybody who gets it from the page cache. */
export const rememberAnswer = (query: string, found: boolean): void => void answered.set(query, { found });

/** Whether a search found anything; undefined where nobody remembers. */
export const answerOf = (query: string): boolean | undefined => answered.get(query)?.found;
