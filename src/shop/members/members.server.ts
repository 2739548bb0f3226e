import { randomUUID } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { hasWayIn } from "./factors.server";
import { isLastOwner, newAccount } from "./first-owner.server";
import type { Member, Role } from "./member";
import { recordMemberEvent } from "./member-events.server";
import { makeLink, openLink, useLink } from "./member-links.server";
import { memberAccounts, memberPasskeys, memberRecoveryCodes, memberSessions } from "./members.tables";
import type { Notice } from "./security-notice";
import { endSessions, openSession } from "./sessions.server";

/** Letters to members: a link that was made for them, and something about their account that they should know. */
export const MEMBER_INVITED = "member-invited";
export const MEMBER_RESET = "member-reset";
export const MEMBER_TOLD = "member-told";

export interface AboutMember {
  /** Nobody's for an address without an account: asking takes the same work. */
  memberId: string | null;
}
export interface AboutInvitation {
  email: string;
  role: Role;
  by: string;
}
export interface AboutNotice {
  /** The same letter, however often its job is tried. */
  id: string;
  to: string;
  name: string;
  notice: Notice;
}

export interface Listed extends Member {
  createdAt: Date;
  seenAt: Date | null;
  sessions: number;
  hasWayIn: boolean;
}

/** Everybody who may sign in, owners first. */
export const listMembers = (db: Database): Promise<Listed[]> =>
  db
    .select({
      id: memberAccounts.id,
      name: memberAccounts.name,
      email: memberAccounts.email,
      role: memberAccounts.role,
      createdAt: memberAccounts.createdAt,
      seenAt: sql<Date | null>`max(${memberSessions.seenAt})`.mapWith(memberSessions.seenAt),
      sessions: sql<number>`count(${memberSessions.id})`.mapWith(Number),
      hasWayIn: hasWayIn(),
    })
    .from(memberAccounts)
    .leftJoin(memberSessions, eq(memberSessions.memberId, memberAccounts.id))
    .where(isNull(memberAccounts.endedAt))
    .groupBy(memberAccounts.id)
    .orderBy(sql`${memberAccounts.role} <> 'owner'`, memberAccounts.name);

/** A living member with the version that changes name. */
export async function memberById(db: Database, id: string): Promise<(Member & { version: number }) | undefined> {
  const { name, email, role, version } = memberAccounts;
  const [member] = await db
    .select({ id: memberAccounts.id, name, email, role, version })
    .from(memberAccounts)
    .where(and(eq(memberAccounts.id, id), isNull(memberAccounts.endedAt)));
  return member;
}

interface Shop {
  db: Database;
  jobs: Jobs;
}

export type Refused = "taken" | "last-owner" | "changed" | "gone";
type Done<T = object> = ({ ok: true } & T) | { ok: false; why: Refused };

/**
 * Invites somebody by mail. Without a mail server the answer has the token of the link, for the owner to hand over; else it is
 * made when the letter is written, and nobody else sees it.
 */
export function invite(
  { db, jobs }: Shop,
  by: Member,
  { email, role, isMailed }: { email: string; role: Role; isMailed: boolean },
  now: Date,
): Promise<Done<{ token: string | undefined }>> {
  return db.transaction(async (tx): Promise<Done<{ token: string | undefined }>> => {
    if (await isInUse(tx, email)) return { ok: false, why: "taken" };
    await recordMemberEvent(tx, { kind: "link-made", memberId: by.id, details: { kind: "invitation", role } });
    if (!isMailed) return { ok: true, token: await makeLink(tx, "invitation", { email, role }, now) };
    await jobs.enqueue(tx, MEMBER_INVITED, { email, role, by: by.name } satisfies AboutInvitation);
    return { ok: true, token: undefined };
  });
}

async function isInUse(db: Database, email: string, except?: string): Promise<boolean> {
  const [other] = await db
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .where(
      and(
        eq(memberAccounts.email, email),
        isNull(memberAccounts.endedAt),
        except === undefined ? undefined : ne(memberAccounts.id, except),
      ),
    );
  return other !== undefined;
}

/** Makes a member of whoever has the link of an invitation, once, and opens a session in which a way in is set up. */
export function acceptInvitation(
  db: Database,
  { token, name, agent }: { token: string; name: string; agent: string },
  now: Date,
): Promise<Done<{ token: string; memberId: string }>> {
  return db.transaction(async (tx): Promise<Done<{ token: string; memberId: string }>> => {
    const link = await openLink(tx, ["invitation"], token, now);
    if (!link?.email || !link.role || !(await useLink(tx, link.id, now))) return { ok: false, why: "gone" };
    if (await isInUse(tx, link.email)) return { ok: false, why: "taken" };
    const memberId = await newAccount(tx, { name, email: link.email, role: link.role }, now);
    await recordMemberEvent(tx, {
      kind: "member-joined",
      memberId: memberId,
      details: { role: link.role, by: "invitation" },
    });
    return { ok: true, memberId, token: await openSession(tx, { memberId, agent, isForSetup: true }, now) };
  });
}

/** Gives a member another role, from their next request on. The last owner stays one. */
export function changeRole(
  { db, jobs }: Shop,
  by: Member,
  { id, role, version }: { id: string; role: Role; version: number },
): Promise<Done> {
  return db.transaction(async (tx): Promise<Done> => {
    const member = await memberById(tx, id);
    if (!member) return { ok: false, why: "gone" };
    if (role !== "owner" && (await isLastOwner(tx, id))) return { ok: false, why: "last-owner" };
    if (!(await changed(tx, id, version, { role }))) return { ok: false, why: "changed" };
    await recordMemberEvent(tx, {
      kind: "role-changed",
      memberId: by.id,
      details: { of: id, from: member.role, to: role },
    });
    await tell({ db: tx, jobs }, member, "role");
    return { ok: true };
  });
}

/** Ends a membership and every session of it. The last owner cannot be removed. */
export function endMember({ db }: Pick<Shop, "db">, by: Member, id: string, now: Date): Promise<Done> {
  return db.transaction(async (tx): Promise<Done> => {
    if (!(await memberById(tx, id))) return { ok: false, why: "gone" };
    if (await isLastOwner(tx, id)) return { ok: false, why: "last-owner" };
    await endSessions(tx, id);
    await tx.delete(memberPasskeys).where(eq(memberPasskeys.memberId, id));
    await tx
      .update(memberAccounts)
      .set({ endedAt: now, passphraseHash: null, totpSecret: null, version: sql`${memberAccounts.version} + 1` })
      .where(eq(memberAccounts.id, id));
    await recordMemberEvent(tx, { kind: "member-ended", memberId: by.id, details: { of: id } });
    return { ok: true };
  });
}

/** Changes one's own name or e-mail address; the old address hears of a new one. */
export function changeOwn(
  { db, jobs }: Shop,
  me: Member,
  change: { name: string; email: string; version: number },
): Promise<Done> {
  return db.transaction(async (tx): Promise<Done> => {
    const { name, email, version } = change;
    if (email !== me.email && (await isInUse(tx, email, me.id))) return { ok: false, why: "taken" };
    if (!(await changed(tx, me.id, version, { name, email }))) return { ok: false, why: "changed" };
    if (name !== me.name) await recordMemberEvent(tx, { kind: "name-changed", memberId: me.id });
    if (email === me.email) return { ok: true };
    await recordMemberEvent(tx, { kind: "email-changed", memberId: me.id });
    await tell({ db: tx, jobs }, me, "email");
    return { ok: true };
  });
}

async function changed(
  tx: Database,
  id: string,
  version: number,
  values: { name?: string; email?: string; role?: Role },
): Promise<boolean> {
  const rows = await tx
    .update(memberAccounts)
    .set({ ...values, version: version + 1 })
    .where(and(eq(memberAccounts.id, id), eq(memberAccounts.version, version), isNull(memberAccounts.endedAt)))
    .returning({ id: memberAccounts.id });
  return rows.length > 0;
}

/** Lets a member set up a new way in: ends all sessions and makes a link that opens nothing else. */
export function renewWaysIn({ db, jobs }: Shop, by: Member | null, id: string, now: Date): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const member = await memberById(tx, id);
    if (!member) return undefined;
    await endSessions(tx, id);
    await recordMemberEvent(tx, { kind: "link-made", memberId: by?.id, details: { kind: "renewal", of: id } });
    for (const { name, email } of by ? [member] : await owners(tx))
      await tell({ db: tx, jobs }, { name, email }, by ? "renewal" : "recovered");
    return makeLink(tx, "renewal", { memberId: id }, now);
  });
}

/**
 * Opens a session by a renewing link, once, in which nothing but a new way in can be set up. The old passkeys, passphrase and
 * codes are gone with it.
 */
export function openRenewal(
  db: Database,
  { token, agent }: { token: string; agent: string },
  now: Date,
): Promise<Done<{ token: string }>> {
  return db.transaction(async (tx): Promise<Done<{ token: string }>> => {
    const link = await openLink(tx, ["renewal"], token, now);
    if (!link?.memberId || !(await useLink(tx, link.id, now))) return { ok: false, why: "gone" };
    // What was lost may be in other hands, and may have signed in since the link was made.
    await endSessions(tx, link.memberId);
    await tx.delete(memberPasskeys).where(eq(memberPasskeys.memberId, link.memberId));
    await tx.delete(memberRecoveryCodes).where(eq(memberRecoveryCodes.memberId, link.memberId));
    await tx
      .update(memberAccounts)
      .set({ passphraseHash: null, totpSecret: null })
      .where(eq(memberAccounts.id, link.memberId));
    return { ok: true, token: await openSession(tx, { memberId: link.memberId, agent, isForSetup: true }, now) };
  });
}

export const owners = (db: Database): Promise<{ name: string; email: string }[]> =>
  db
    .select({ name: memberAccounts.name, email: memberAccounts.email })
    .from(memberAccounts)
    .where(and(eq(memberAccounts.role, "owner"), isNull(memberAccounts.endedAt)));

/** Tells a member by mail what happened to their account. */
export const tell = (
  { db, jobs }: Shop,
  { email, name }: { email: string; name: string },
  notice: Notice,
): Promise<void> => jobs.enqueue(db, MEMBER_TOLD, { id: randomUUID(), to: email, name, notice } satisfies AboutNotice);
