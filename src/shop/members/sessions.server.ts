import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { hasWayIn } from "./factors.server";
import { memberAccounts, memberSessions } from "./members.tables";
import { type Session, sessionTimes } from "./session";
import { newToken, tokenHash } from "./tokens.server";

/** Minimum milliseconds between two updates of a session's last use. */
const STAMP_MS = 60_000;

interface Opening {
  memberId: string;
  agent: string;
  isForSetup?: boolean;
}

/** Opens a session; returns its token, of which only the hash is stored. */
export async function openSession(
  db: Database,
  { memberId, agent, isForSetup = false }: Opening,
  now: Date,
): Promise<string> {
  const token = newToken();
  const times = { createdAt: now, seenAt: now, confirmedAt: now };
  await db.insert(memberSessions).values({ tokenHash: tokenHash(token), memberId, agent, isForSetup, ...times });
  return token;
}

/** Active session of a token; updates its time of last use. Null if there is none. */
export async function findSession(db: Database, token: string, now: Date): Promise<Session | null> {
  const [found] = await db
    .select({
      id: memberSessions.id,
      seenAt: memberSessions.seenAt,
      confirmedAt: memberSessions.confirmedAt,
      isForSetup: memberSessions.isForSetup,
      hasWayIn: hasWayIn(),
      member: {
        id: memberAccounts.id,
        name: memberAccounts.name,
        email: memberAccounts.email,
        role: memberAccounts.role,
      },
    })
    .from(memberSessions)
    .innerJoin(memberAccounts, eq(memberAccounts.id, memberSessions.memberId))
    .where(and(eq(memberSessions.tokenHash, tokenHash(token)), isLiving(now), sql`${memberAccounts.endedAt} is null`));
  if (!found) return null;
  if (now.getTime() - found.seenAt.getTime() > STAMP_MS)
    await db.update(memberSessions).set({ seenAt: now }).where(eq(memberSessions.id, found.id));
  const { id, member, confirmedAt } = found;
  const isForSetup = found.isForSetup || !found.hasWayIn;
  // A member who is setting up has no factor to show yet, and can open no other screens.
  return { id, member: { ...member, confirmedAt: isForSetup ? now : confirmedAt }, confirmedAt, isForSetup };
}

const isLiving = (now: Date) =>
  and(
    gt(memberSessions.seenAt, new Date(now.getTime() - sessionTimes.idle)),
    gt(memberSessions.createdAt, new Date(now.getTime() - sessionTimes.whole)),
  );

/**
 * Id of the member of a stored session, expired or not; sessions are stored until a day after their last use. Undefined for an
 * unknown token, a session that was ended, and a member who has left.
 */
export async function memberOfEndedSession(db: Database, token: string): Promise<string | undefined> {
  const [found] = await db
    .select({ memberId: memberSessions.memberId })
    .from(memberSessions)
    .innerJoin(memberAccounts, eq(memberAccounts.id, memberSessions.memberId))
    .where(and(eq(memberSessions.tokenHash, tokenHash(token)), sql`${memberAccounts.endedAt} is null`));
  return found?.memberId;
}

/** Records that the member showed a second factor in a session. */
export async function confirmSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(memberSessions).set({ confirmedAt: now }).where(eq(memberSessions.id, id));
}

export interface OpenSession {
  id: string;
  agent: string;
  createdAt: Date;
  seenAt: Date;
}

/** Active sessions of a member, latest first. */
export const sessionsOf = (db: Database, memberId: string, now: Date): Promise<OpenSession[]> =>
  db
    .select({
      id: memberSessions.id,
      agent: memberSessions.agent,
      createdAt: memberSessions.createdAt,
      seenAt: memberSessions.seenAt,
    })
    .from(memberSessions)
    .where(and(eq(memberSessions.memberId, memberId), isLiving(now)))
    .orderBy(desc(memberSessions.seenAt));

/** Ends one session of a member; returns whether there was one. */
export async function endSession(db: Database, memberId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(memberSessions)
    .where(and(eq(memberSessions.memberId, memberId), eq(memberSessions.id, id)))
    .returning({ id: memberSessions.id });
  return ended.length > 0;
}

/** Ends all sessions of a member, except one if given; returns their number. */
export async function endSessions(db: Database, memberId: string, except?: string): Promise<number> {
  const others = except === undefined ? undefined : ne(memberSessions.id, except);
  const ended = await db
    .delete(memberSessions)
    .where(and(eq(memberSessions.memberId, memberId), others))
    .returning({ id: memberSessions.id });
  return ended.length;
}

/** Deletes sessions one day after their last use; until then, forms sent by expired ones are stored for the member. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await db.delete(memberSessions).where(lt(memberSessions.seenAt, new Date(now.getTime() - DAY)));
}
