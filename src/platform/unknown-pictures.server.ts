import { LRUCache } from "lru-cache";

/** Unknown pictures that a network may ask the store for in a minute. Pages link to none: a client that asks for more is guessing. */
const MOST = 60;
const MINUTE = 60_000;
/** Milliseconds for which a picture that the store does not have is not asked for again. */
const ABSENT = 5_000;

/** Memory of pictures that a store does not have, and of the networks that asked for them. */
export function openUnknownPictures() {
  const asked = new LRUCache<string, number>({ max: 5_000, ttl: MINUTE, noUpdateTTL: true });
  const absent = new LRUCache<string, true>({ max: 20_000, ttl: ABSENT });
  return {
    /** Whether a picture is known to be absent. */
    has: (hash: string): boolean => absent.has(hash),
    /** Whether a network asked for too many; `undefined` is the shop itself. */
    isOver: (network: string | undefined): boolean => network !== undefined && (asked.get(network) ?? 0) >= MOST,
    note(hash: string, network: string | undefined): void {
      absent.set(hash, true);
      if (network !== undefined) asked.set(network, (asked.get(network) ?? 0) + 1);
    },
  };
}
