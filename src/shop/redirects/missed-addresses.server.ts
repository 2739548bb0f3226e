import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { leftAddresses, missedAddresses, redirects } from "./redirects.tables";

/** A requested address that does not exist and has no redirect. */
export interface MissedAddress {
  path: string;
  times: number;
  /**
   * Host of the page with the link: of the hosts stored for the days, the one whose days had the most requests; empty if all are
   * unknown.
   */
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
    select path, sum(times)::int as times,
      coalesce((array_agg(came_from order by times desc, came_from) filter (where came_from <> ''))[1], '') as came_from
    from (select path, came_from, sum(times) as times from ${missedAddresses}
      where day > shop_day(${now.toISOString()}::timestamptz) - ${MISSED_DAYS}::int
      group by path, came_from) as missed
    where not exists (select from ${redirects} where ${redirects.from} = missed.path and ${redirects.removedAt} is null)
      and not exists (select from ${leftAddresses} where ${leftAddresses.path} = missed.path)
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
