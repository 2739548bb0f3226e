import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { hasWayIn } from "./factors.server";
import { recordMemberEvent } from "./record-member-event.server";
import { isLinkOf, makeLink, openLink, closeLinks } from "./member-links.server";
import { memberAccounts } from "./members.tables";
import { openSession } from "./sessions.server";

/** Locks everything about the first owner until the transaction ends, so that only one process works on it. */
const lockOwners = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('owners'))`);

const livingOwner = and(eq(memberAccounts.role, "owner"), isNull(memberAccounts.endedAt));

/** Whether the shop has an owner who can sign in; an owner whose setup is unfinished does not count. */
export async function hasOwner(db: Database): Promise<boolean> {
  const owners = await db.select({ hasWayIn: hasWayIn() }).from(memberAccounts).where(livingOwner);
  return owners.some((owner) => owner.hasWayIn);
}

/**
 * Token of the link that creates the first owner: `present` while it is valid, otherwise a new one. Undefined if the shop has an
 * owner.
 */
export function firstOwnerToken(db: Database, present: string | undefined, now: Date): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await lockOwners(tx);
    if (await hasOwner(tx)) {
      await closeLinks(tx, "owner", now);
      return undefined;
    }
    if (present && (await openLink(tx, ["owner"], present, now))) return present;
    return makeLink(tx, "owner", {}, now);
  });
}

/**
 * State of the first owner's link by its token: `opens` if usable, `owned` if the shop has an owner; undefined for another token.
 */
export async function ownerLinkState(db: Database, token: string, now: Date): Promise<"opens" | "owned" | undefined> {
  if (!(await isLinkOf(db, "owner", token))) return undefined;
  if (await hasOwner(db)) return "owned";
  return (await openLink(db, ["owner"], token, now)) ? "opens" : undefined;
}

type FirstOwner = { ok: true; token: string; memberId: string } | { ok: false };

/**
 * Creates the first owner's account by the link, with a session for setting up a way to sign in. Until the setup is finished the
 * link can be used again, on any device; this deletes the earlier account.
 */
export function beginFirstOwner(
  db: Database,
  { link, name, email, agent }: { link: string; name: string; email: string; agent: string },
  now: Date,
): Promise<FirstOwner> {
  return db.transaction(async (tx): Promise<FirstOwner> => {
    await lockOwners(tx);
    // Waits for a transaction in which an owner finishes the setup.
    await tx.select({ id: memberAccounts.id }).from(memberAccounts).where(livingOwner).for("update");
    if ((await hasOwner(tx)) || !(await openLink(tx, ["owner"], link, now))) return { ok: false };
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

/** Invalidates the first owner's link once the shop has an owner. */
export const closeOwnerLink = async (db: Database, now: Date): Promise<void> => {
  if (await hasOwner(db)) await closeLinks(db, "owner", now);
};

type NewAccount = Pick<typeof memberAccounts.$inferInsert, "name" | "email" | "role">;

/** Stores an account without a way to sign in; returns its id. */
export async function newAccount(db: Database, account: NewAccount, now: Date): Promise<string> {
  const [made] = await db
    .insert(memberAccounts)
    .values({ ...account, passkeyUser: randomBytes(32).toString("base64url"), createdAt: now })
    .returning({ id: memberAccounts.id });
  if (!made) throw new Error("The account was not stored.");
  return made.id;
}

/** Whether a member is the only owner who can sign in, and therefore must stay an owner. */
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
