import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { readUnder, tableKey } from "~/platform/cache-keys.server";
import type { Database, Transaction } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { leftAddresses, missedAddresses, redirects } from "./redirects.tables";

/** Redirects in force, as targets by old address. */
export async function redirectsInForce(db: Database | Transaction): Promise<Map<string, string>> {
  const rows = await readUnder([tableKey("redirects")], () =>
    db.select({ from: redirects.from, to: redirects.to }).from(redirects).where(isNull(redirects.removedAt)),
  );
  return new Map(rows.map(({ from, to }) => [from, to]));
}

/** A redirect in the members' list. */
export interface Redirect {
  from: string;
  to: string;
  memberId: string | null;
  madeAt: Date;
  hits: number;
  lastHitAt: Date | null;
  version: number;
}

/**
 * Old addresses with a redirect, most requested first, and their total number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function redirectList(
  { db }: { db: Database },
  member: Member,
  { text, skip, most }: { text: string; skip: number; most: number },
): Promise<{ redirects: Redirect[]; count: number }> {
  await requireRight({ db }, member, "content.read");
  const said = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const wanted = and(
    isNull(redirects.removedAt),
    text === "" ? undefined : sql`(${redirects.from} like ${said} or lower(${redirects.to}) like ${said})`,
  );
  const [rows, count] = await Promise.all([
    db.select().from(redirects).where(wanted).orderBy(desc(redirects.hits), redirects.from).limit(most).offset(skip),
    db.$count(redirects, wanted),
  ]);
  return { redirects: rows, count };
}

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

/** Number of days over which missed addresses are counted. */
export const MISSED_DAYS = 7;

/**
 * At most 20 addresses that were requested and not found within `MISSED_DAYS`, most requested first. Leaves out addresses that
 * have a redirect by now, and those that a member dismissed.
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
    group by path order by times desc, path limit 20`);
  return rows.map(({ path, times, came_from }) => ({ path, times, cameFrom: came_from }));
}

/** Reads and locks rows of redirects by old address, removed ones included. */
export async function lockedRedirects(tx: Transaction, from: readonly string[]) {
  if (from.length === 0) return [];
  return tx
    .select()
    .from(redirects)
    .where(inArray(redirects.from, [...from]))
    .orderBy(redirects.from)
    .for("update");
}

/** The redirect of an old address; undefined if none is in force. */
export async function redirectAt(db: Database, from: string): Promise<Redirect | undefined> {
  const [row] = await db
    .select()
    .from(redirects)
    .where(and(eq(redirects.from, from), isNull(redirects.removedAt)));
  return row;
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
