import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { Role } from "./member";
import { type LinkKind, linkKinds } from "./link-kinds";
import { memberLinks } from "./members.tables";
import { newToken, tokenHash } from "./tokens.server";

/** Link that was created and is still valid. */
export interface MemberLink {
  id: string;
  kind: LinkKind;
  memberId: string | null;
  email: string | null;
  role: Role | null;
  expiresAt: Date;
}

type About = { memberId: string } | { email: string; role: Role } | Record<string, never>;

/**
 * Creates a link and returns its token, of which only the hash is stored. Replaces earlier unused links of the same kind: for the
 * same member or address, or all if it is for neither. Resets replace none, since strangers can request them.
 */
export const makeLink = async (db: Database, kind: LinkKind, about: About, now: Date): Promise<string> =>
  (await handOut(db, kind, about, now)).token;

/** Creates a link as `makeLink`; also returns its id, by which `tokenForLetter` renews the token. */
export async function handOut(
  db: Database,
  kind: LinkKind,
  about: About,
  now: Date,
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const same =
    "memberId" in about
      ? eq(memberLinks.memberId, about.memberId)
      : "email" in about
        ? eq(memberLinks.email, about.email)
        : undefined;
  return db.transaction(async (tx) => {
    if (kind !== "reset")
      await tx.delete(memberLinks).where(and(eq(memberLinks.kind, kind), isNull(memberLinks.usedAt), same));
    const expiresAt = new Date(now.getTime() + linkKinds[kind] * 1000);
    const row = { kind, tokenHash: tokenHash(token), ...about, createdAt: now, expiresAt };
    const [made] = await tx.insert(memberLinks).values(row).returning({ id: memberLinks.id });
    if (!made) throw new Error("The link was not stored.");
    return { id: made.id, token };
  });
}

/**
 * Renews the token of an invitation when its letter is sent. Undefined if the invitation was accepted, withdrawn or has expired,
 * so that a late letter does not make it valid again.
 */
export async function tokenForLetter(db: Database, id: string, now: Date): Promise<string | undefined> {
  const token = newToken();
  const renewed = await db
    .update(memberLinks)
    .set({ tokenHash: tokenHash(token), expiresAt: new Date(now.getTime() + linkKinds.invitation * 1000) })
    .where(
      and(
        eq(memberLinks.id, id),
        eq(memberLinks.kind, "invitation"),
        isNull(memberLinks.usedAt),
        gt(memberLinks.expiresAt, now),
      ),
    )
    .returning({ id: memberLinks.id });
  return renewed.length > 0 ? token : undefined;
}

/** Valid link with a token; undefined for any other token. Reading a link does not use it up. */
export async function openLink(
  db: Database,
  kinds: LinkKind[],
  token: string,
  now: Date,
): Promise<MemberLink | undefined> {
  const [link] = await db
    .select({
      id: memberLinks.id,
      kind: memberLinks.kind,
      memberId: memberLinks.memberId,
      email: memberLinks.email,
      role: memberLinks.role,
      expiresAt: memberLinks.expiresAt,
    })
    .from(memberLinks)
    .where(
      and(eq(memberLinks.tokenHash, tokenHash(token)), isNull(memberLinks.usedAt), gt(memberLinks.expiresAt, now)),
    );
  return link && kinds.includes(link.kind) ? link : undefined;
}

/** Whether a token belongs to a link of a kind, valid or not. */
export const isLinkOf = async (db: Database, kind: LinkKind, token: string): Promise<boolean> =>
  (await db.$count(memberLinks, and(eq(memberLinks.kind, kind), eq(memberLinks.tokenHash, tokenHash(token))))) > 0;

/** Makes all unused links of a kind invalid. */
export async function closeLinks(db: Database, kind: LinkKind, now: Date): Promise<void> {
  await db
    .update(memberLinks)
    .set({ usedAt: now })
    .where(and(eq(memberLinks.kind, kind), isNull(memberLinks.usedAt)));
}

/** Marks a link as used; returns true only the first time. */
export async function useLink(db: Database, id: string, now: Date): Promise<boolean> {
  const used = await db
    .update(memberLinks)
    .set({ usedAt: now })
    .where(and(eq(memberLinks.id, id), isNull(memberLinks.usedAt), gt(memberLinks.expiresAt, now)))
    .returning({ id: memberLinks.id });
  return used.length > 0;
}

/** Invitations that have been neither accepted nor withdrawn and have not expired, oldest first. */
export const openInvitations = (db: Database, now: Date) =>
  db
    .select({ id: memberLinks.id, email: memberLinks.email, role: memberLinks.role, expiresAt: memberLinks.expiresAt })
    .from(memberLinks)
    .where(and(eq(memberLinks.kind, "invitation"), isNull(memberLinks.usedAt), gt(memberLinks.expiresAt, now)))
    .orderBy(memberLinks.createdAt);

/** Deletes all unused links for a new passphrase of a member. */
export async function withdrawResets(db: Database, memberId: string): Promise<void> {
  const own = and(eq(memberLinks.kind, "reset"), eq(memberLinks.memberId, memberId));
  await db.delete(memberLinks).where(and(own, isNull(memberLinks.usedAt)));
}

/** Deletes all unused links that owners created, since a former owner may know them. Returns their number. */
export async function withdrawHandedOut(db: Database): Promise<number> {
  const withdrawn = await db
    .delete(memberLinks)
    .where(and(inArray(memberLinks.kind, ["invitation", "renewal"]), isNull(memberLinks.usedAt)))
    .returning({ id: memberLinks.id });
  return withdrawn.length;
}

/** Deletes an invitation; returns whether it was still open. */
export async function withdrawInvitation(db: Database, id: string): Promise<boolean> {
  const withdrawn = await db
    .delete(memberLinks)
    .where(and(eq(memberLinks.id, id), eq(memberLinks.kind, "invitation"), isNull(memberLinks.usedAt)))
    .returning({ id: memberLinks.id });
  return withdrawn.length > 0;
}

export async function sweepLinks(db: Database, now: Date): Promise<void> {
  await db.delete(memberLinks).where(lt(memberLinks.expiresAt, new Date(now.getTime() - 30 * DAY)));
}
