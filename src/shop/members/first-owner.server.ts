import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { hasWayIn } from "./factors.server";
import { recordMemberEvent } from "./member-events.server";
import { makeLink, openLink, useLink } from "./member-links.server";
import { memberAccounts, memberLinks } from "./members.tables";
import { openSession } from "./sessions.server";

/** Everything about the first owner happens one after the other, in whichever process. */
const lockOwners = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('owners'))`);

const livingOwner = and(eq(memberAccounts.role, "owner"), isNull(memberAccounts.endedAt));

/** Whether somebody owns the shop: an owner who has a way in. One who never got that far does not count. */
export async function hasOwner(db: Database): Promise<boolean> {
  const owners = await db.select({ hasWayIn: hasWayIn() }).from(memberAccounts).where(livingOwner);
  return owners.some((owner) => owner.hasWayIn);
}

/**
 * The token of the one link that makes the first owner: the given one while it opens, else a new one. Nothing once there is an
 * owner, whose link is dead.
 */
export function firstOwnerToken(db: Database, present: string | undefined, now: Date): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await lockOwners(tx);
    if (await hasOwner(tx)) {
      await tx.delete(memberLinks).where(and(eq(memberLinks.kind, "owner"), isNull(memberLinks.usedAt)));
      return undefined;
    }
    if (present && (await openLink(tx, ["owner"], present, now))) return present;
    return makeLink(tx, "owner", {}, now);
  });
}

export type FirstOwner = { ok: true; token: string; memberId: string } | { ok: false; reason: "link" | "owned" };

/** Makes the first owner by the link, once, and opens a session in which a way in is set up. */
export function makeFirstOwner(
  db: Database,
  { link, name, email, agent }: { link: string; name: string; email: string; agent: string },
  now: Date,
): Promise<FirstOwner> {
  return db.transaction(async (tx): Promise<FirstOwner> => {
    await lockOwners(tx);
    if (await hasOwner(tx)) return { ok: false, reason: "owned" };
    const found = await openLink(tx, ["owner"], link, now);
    if (!found || !(await useLink(tx, found.id, now))) return { ok: false, reason: "link" };
    // An owner who began before and has no factors yet begins again.
    await tx.delete(memberAccounts).where(livingOwner);
    const memberId = await newAccount(tx, { name, email, role: "owner" }, now);
    await recordMemberEvent(tx, {
      kind: "member-joined",
      memberId: memberId,
      details: { role: "owner", by: "first link" },
    });
    return { ok: true, memberId, token: await openSession(tx, { memberId, agent, isForSetup: true }, now) };
  });
}

type NewAccount = Pick<typeof memberAccounts.$inferInsert, "name" | "email" | "role">;

/** Stores an account without any way in yet. */
export async function newAccount(db: Database, account: NewAccount, now: Date): Promise<string> {
  const [made] = await db
    .insert(memberAccounts)
    .values({ ...account, passkeyUser: randomBytes(32).toString("base64url"), createdAt: now })
    .returning({ id: memberAccounts.id });
  if (!made) throw new Error("The account was not stored.");
  return made.id;
}

/** Whether a member is the only owner left: then nobody may take that away. */
export async function isLastOwner(tx: Database, memberId: string): Promise<boolean> {
  await lockOwners(tx);
  const [account] = await tx
    .select({ role: memberAccounts.role })
    .from(memberAccounts)
    .where(eq(memberAccounts.id, memberId));
  if (account?.role !== "owner") return false;
  const others = await tx
    .select({ hasWayIn: hasWayIn() })
    .from(memberAccounts)
    .where(and(livingOwner, ne(memberAccounts.id, memberId)));
  return !others.some((owner) => owner.hasWayIn);
}
