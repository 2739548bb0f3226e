import { isIP } from "node:net";
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "./database.server";
import { rateLimits } from "./rate-limit.tables";

/** How often one key may do something in a span of time. */
export interface Allowance {
  /** What is done; keys of different names do not meet. */
  name: string;
  times: number;
  seconds: number;
}

const limiters = new WeakMap<Database, Map<string, RateLimiterDrizzle>>();

/**
 * Counts one more time; false once the key has used up its allowance. All processes count together in the database; while
 * it cannot be asked, each counts for itself in memory.
 */
export async function withinAllowance(db: Database, allowance: Allowance, key: string): Promise<boolean> {
  try {
    await limiterOf(db, allowance).consume(key);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}

function limiterOf(db: Database, { name, times, seconds }: Allowance): RateLimiterDrizzle {
  const ofDatabase = limiters.get(db) ?? new Map<string, RateLimiterDrizzle>();
  limiters.set(db, ofDatabase);

  const limit = { keyPrefix: name, points: times, duration: seconds };
  const limiter =
    ofDatabase.get(name) ??
    new RateLimiterDrizzle({
      ...limit,
      storeClient: db,
      schema: rateLimits,
      insuranceLimiter: new RateLimiterMemory(limit),
      // Once a key is used up, no further question to the database until its time is over.
      inMemoryBlockOnConsumed: times + 1,
    });
  ofDatabase.set(name, limiter);
  return limiter;
}

/**
 * The part of an internet address that one household or office shares: IPv4 whole, IPv6 to its /64. Nothing for what is no
 * address.
 */
export function addressPrefix(address: string | null | undefined): string | undefined {
  const plain = address?.trim().replace(/^::ffff:(?=\d+\.)/i, "") ?? "";
  if (isIP(plain) === 4) return plain;
  if (isIP(plain) !== 6) return undefined;

  const [head = "", tail] = plain.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
