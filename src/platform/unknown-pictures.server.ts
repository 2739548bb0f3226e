import { LRUCache } from "lru-cache";
import { MINUTE } from "./durations";

/**
 * Number of unknown pictures that a network may request per minute. Pages link to none, so that a client that requests more is
 * guessing.
 */
const MOST = 60;
/** Milliseconds for which the store is not asked again for a picture that it does not have. */
const ABSENT = 5_000;

/** Remembers pictures that a store does not have, and how many of them each network requested. */
export function openUnknownPictures() {
  const asked = new LRUCache<string, number>({ max: 5_000, ttl: MINUTE, noUpdateTTL: true });
  const absent = new LRUCache<string, true>({ max: 20_000, ttl: ABSENT });
  return {
    /** Returns whether a picture is known to be missing. */
    has: (hash: string): boolean => absent.has(hash),
    /** Returns whether a network requested too many unknown pictures; without a network the shop itself requests, unlimited. */
    isOver: (network: string | undefined): boolean => network !== undefined && (asked.get(network) ?? 0) >= MOST,
    note(hash: string, network: string | undefined): void {
      absent.set(hash, true);
      if (network !== undefined) asked.set(network, (asked.get(network) ?? 0) + 1);
    },
  };
}
