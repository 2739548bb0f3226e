import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Role } from "./member";
import { type LinkKind, linkKinds } from "./link-kinds";
import { memberLinks } from "./members.tables";
import { newToken, tokenHash } from "./tokens.server";

/** A link that was handed out and still opens. */
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
 * Makes a link's token, in place of every earlier one about the same. Only its hash is stored. Resets stand beside each other:
 * strangers may ask for them, and must not take the member's own away.
 */
export const makeLink = async (db: Database, kind: LinkKind, about: About, now: Date): Promise<string> =>
  (await handOut(db, kind, about, now)).token;

/** As `makeLink`, with the link's id: by it a letter that is written later renews the token. */
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
 * Gives an invitation another token, which its letter names; nothing once it was taken, taken back or is over: then no letter
 * brings it to life again, however late it is written.
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

/** The link of a token while it opens; looking uses nothing up. */
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

/** Whether a link of this kind was ever handed out with this token, open or not. */
export const isLinkOf = async (db: Database, kind: LinkKind, token: string): Promise<boolean> =>
  (await db.$count(memberLinks, and(eq(memberLinks.kind, kind), eq(memberLinks.tokenHash, tokenHash(token))))) > 0;

/** Uses all links of a kind up. */
export async function closeLinks(db: Database, kind: LinkKind, now: Date): Promise<void> {
  await db
    .update(memberLinks)
    .set({ usedAt: now })
    .where(and(eq(memberLinks.kind, kind), isNull(memberLinks.usedAt)));
}

/** Uses a link up: whether this was the first time. */
export async function useLink(db: Database, id: string, now: Date): Promise<boolean> {
  const used = await db
    .update(memberLinks)
    .set({ usedAt: now })
    .where(and(eq(memberLinks.id, id), isNull(memberLinks.usedAt), gt(memberLinks.expiresAt, now)))
    .returning({ id: memberLinks.id });
  return used.length > 0;
}

/** Invitations that nobody has taken yet. */
export const openInvitations = (db: Database, now: Date) =>
  db
    .select({ id: memberLinks.id, email: memberLinks.email, role: memberLinks.role, expiresAt: memberLinks.expiresAt })
    .from(memberLinks)
    .where(and(eq(memberLinks.kind, "invitation"), isNull(memberLinks.usedAt), gt(memberLinks.expiresAt, now)))
    .orderBy(memberLinks.createdAt);

/** Takes back every link by which a member could set a new passphrase. */
export async function withdrawResets(db: Database, memberId: string): Promise<void> {
  const own = and(eq(memberLinks.kind, "reset"), eq(memberLinks.memberId, memberId));
  await db.delete(memberLinks).where(and(own, isNull(memberLinks.usedAt)));
}

/**
 * Takes back all that owners have handed out and nobody has used: when one of them goes, nobody knows which of these are in whose
 * hands. Answers how many.
 */
export async function withdrawHandedOut(db: Database): Promise<number> {
  const withdrawn = await db
    .delete(memberLinks)
    .where(and(inArray(memberLinks.kind, ["invitation", "renewal"]), isNull(memberLinks.usedAt)))
    .returning({ id: memberLinks.id });
  return withdrawn.length;
}

/** Takes an invitation back; whether there was one that nobody had taken. */
export async function withdrawInvitation(db: Database, id: string): Promise<boolean> {
  const withdrawn = await db
    .delete(memberLinks)
    .where(and(eq(memberLinks.id, id), eq(memberLinks.kind, "invitation"), isNull(memberLinks.usedAt)))
    .returning({ id: memberLinks.id });
  return withdrawn.length > 0;
}

export async function sweepLinks(db: Database, now: Date): Promise<void> {
  await db.delete(memberLinks).where(lt(memberLinks.expiresAt, new Date(now.getTime() - 30 * 86_400_000)));
}
