import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { readUnder, tableKey } from "~/platform/cache-keys.server";
import type { Database, Transaction } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { redirects } from "./redirects.tables";

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
