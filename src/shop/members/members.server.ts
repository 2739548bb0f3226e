import { randomUUID } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { hasWayIn } from "./factors.server";
import { newAccount } from "./first-owner.server";
import type { Member, Role } from "./member";
import { recordMemberEvent } from "./record-member-event.server";
import { makeLink, openLink, useLink, withdrawInvitation } from "./member-links.server";
import { memberAccounts, memberPasskeys, memberRecoveryCodes, memberSessions } from "./members.tables";
import { requireRight } from "./rights.server";
import type { Notice } from "./member-letters.email";
import { endSession, endSessions, openSession } from "./sessions.server";

/** Names of the queues for letters to members. */
export const MEMBER_INVITED = "member-invited";
export const MEMBER_RESET = "member-reset";
export const MEMBER_TOLD = "member-told";

export interface AboutMember {
  /**
   * Id of the member; null for an unknown e-mail address, for which the same job is enqueued so that response times do not
   * differ.
   */
  memberId: string | null;
}
export interface AboutInvitation {
  /** Id of the invitation's link. */
  link: string;
  email: string;
  role: Role;
  by: string;
}
export interface AboutNotice {
  /** Id of the letter, the same for all attempts of its job, so that it is sent once. */
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

/** Active members, owners first. */
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

/** Active member with the version of the record; undefined for others. */
export async function memberById(db: Database, id: string): Promise<(Member & { version: number }) | undefined> {
  const { name, email, role, version } = memberAccounts;
  const [member] = await db
    .select({ id: memberAccounts.id, name, email, role, version })
    .from(memberAccounts)
    .where(and(eq(memberAccounts.id, id), isNull(memberAccounts.endedAt)));
  return member;
}

/** Services for changing members; changes notify members by letters, which are jobs. */
export interface Shop {
  db: Database;
  jobs: Jobs;
}

export type Refused = "taken" | "gone";
type Done<T = object> = ({ ok: true } & T) | { ok: false; why: Refused };

/**
 * Withdraws an invitation, so that its link is no longer valid.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function takeInvitationBack({ db }: Pick<Shop, "db">, by: Member, id: string): Promise<void> {
  await requireRight({ db }, by, "members");
  await db.transaction(async (tx) => {
    if (!(await withdrawInvitation(tx, id))) return;
    await recordMemberEvent(tx, { kind: "link-taken-back", memberId: by.id, details: { kind: "invitation" } });
  });
}

/**
 * Ends one session of a member, or all of them.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function endSessionsOf({ db }: Pick<Shop, "db">, by: Member, of: string, session?: string): Promise<void> {
  await requireRight({ db }, by, "members");
  const sessions = session === undefined ? await endSessions(db, of) : Number(await endSession(db, of, session));
  await recordMemberEvent(db, { kind: "session-ended", memberId: by.id, details: { of, sessions } });
}

/** Whether another active account has this e-mail address. */
export async function isInUse(db: Database, email: string, except?: string): Promise<boolean> {
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

/** Creates a member by the link of an invitation, which can be used once, with a session for setting up a way to sign in. */
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

/**
 * Ends all sessions of a member and creates a link for setting up a new way to sign in; undefined if there is no such member.
 * Notifies the member, or all owners if the operator did it (`by` is null).
 */
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
 * Uses a renewal link, once, to open a session that only allows setting up a new way to sign in. Ends the member's other sessions
 * and deletes passkeys, passphrase, the secret of one-time codes, and recovery codes.
 */
export function openRenewal(
  db: Database,
  { token, agent }: { token: string; agent: string },
  now: Date,
): Promise<Done<{ token: string }>> {
  return db.transaction(async (tx): Promise<Done<{ token: string }>> => {
    const link = await openLink(tx, ["renewal"], token, now);
    if (!link?.memberId || !(await useLink(tx, link.id, now))) return { ok: false, why: "gone" };
    // A lost device may be in a stranger's hands and may have signed in since the link was created.
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

/** E-mail address of an active or former member; undefined for an unknown id. */
export async function emailOfMember(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db.select({ email: memberAccounts.email }).from(memberAccounts).where(eq(memberAccounts.id, id));
  return row?.email;
}

export const owners = (db: Database): Promise<{ name: string; email: string }[]> =>
  db
    .select({ name: memberAccounts.name, email: memberAccounts.email })
    .from(memberAccounts)
    .where(and(eq(memberAccounts.role, "owner"), isNull(memberAccounts.endedAt)));

/** Enqueues a letter that notifies a member of a change to the account. */
export const tell = (
  { db, jobs }: Shop,
  { email, name }: { email: string; name: string },
  notice: Notice,
): Promise<void> => jobs.enqueue(db, MEMBER_TOLD, { id: randomUUID(), to: email, name, notice } satisfies AboutNotice);
