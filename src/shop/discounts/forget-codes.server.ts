import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/** Days for which a code that nobody can use any more knows the e-mail address that it was for. */
export const CODES_KNOWN_DAYS = 90;

/**
 * Takes the address out of codes of one person that ended, were put away or were used as often as they may be, some time ago. A code
 * without an address is nobody's, as after an erasure. Codes that can be used keep theirs.
 */
export async function forgetCodes(db: Database, now: Date): Promise<void> {
  const long = sql`(${now.toISOString()}::timestamptz - make_interval(days => ${CODES_KNOWN_DAYS}))`;
  await db.execute(sql`update discount_codes set email = ''
    where email <> '' and (ends_at < ${long} or put_away_at < ${long}
      or most_uses <= (select count(*) from discount_uses where discount_uses.code = discount_codes.code and at < ${long}))`);
}
