import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { leftAddresses, missedAddresses, redirects } from "./redirects.tables";

/** A requested address that does not exist and has no redirect. */
export interface MissedAddress {
  path: string;
  times: number;
  /** Host of the page with the link, the one stored for most of the days; empty if unknown. */
  cameFrom: string;
}

/** Maximum number of addresses in the members' list. */
const MOST = 20;
/** Number of days over which missed addresses are counted. */
export const MISSED_DAYS = 7;

/**
 * At most `MOST` addresses that were requested and not found within `MISSED_DAYS`, most requested first. Leaves out addresses
 * that have a redirect by now, and those that a member dismissed.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function missedList({ db }: { db: Database }, member: Member, now: Date): Promise<MissedAddress[]> {
  await requireRight({ db }, member, "content.read");
  const { rows } = await db.execute<{ path: string; times: number; came_from: string }>(sql`
    select path, sum(times)::int as times, mode() within group (order by came_from) as came_from
    from ${missedAddresses}
    where day > shop_day(${now.toISOString()}::timestamptz) - ${MISSED_DAYS}::int
      and not exists (select from ${redirects} where ${redirects.from} = path and ${redirects.removedAt} is null)
      and not exists (select from ${leftAddresses} where ${leftAddresses.path} = missed_addresses.path)
    group by path order by times desc, path limit ${MOST}`);
  return rows.map(({ path, times, came_from }) => ({ path, times, cameFrom: came_from }));
}

/**
 * Dismisses a missed address: the list leaves it out permanently.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function leaveMissed({ db }: { db: Database }, member: Member, path: string): Promise<void> {
  await requireRight({ db }, member, "content.change");
  await db.insert(leftAddresses).values({ path, memberId: member.id }).onConflictDoNothing();
}
