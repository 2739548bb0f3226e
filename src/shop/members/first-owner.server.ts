import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { hasWayIn } from "./factors.server";
import { recordMemberEvent } from "./member-events.server";
import { isLinkOf, makeLink, openLink, closeLinks } from "./member-links.server";
import { memberAccounts } from "./members.tables";
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
      await closeLinks(tx, "owner", now);
      return undefined;
    }
    if (present && (await openLink(tx, ["owner"], present, now))) return present;
    return makeLink(tx, "owner", {}, now);
  });
}

/** The state of a first owner's link by its token: it opens, or has done its work; nothing for every other token. */
export async function ownerLinkState(db: Database, token: string, now: Date): Promise<"opens" | "owned" | undefined> {
  if (!(await isLinkOf(db, "owner", token))) return undefined;
  if (await hasOwner(db)) return "owned";
  return (await openLink(db, ["owner"], token, now)) ? "opens" : undefined;
}

type FirstOwner = { ok: true; token: string; memberId: string } | { ok: false };

/**
 * Begins the first owner's account by the link, and opens a session in which a way in is set up. The link opens until an owner has
 * one: whoever begins later, on whichever device, begins anew, and nothing is left of what was begun before.
 */
export function beginFirstOwner(
  db: Database,
  { link, name, email, agent }: { link: string; name: string; email: string; agent: string },
  now: Date,
): Promise<FirstOwner> {
  return db.transaction(async (tx): Promise<FirstOwner> => {
    await lockOwners(tx);
    // An owner who is about to take the last step is waited for.
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

/** Uses the first owner's link up once there is an owner. */
export const closeOwnerLink = async (db: Database, now: Date): Promise<void> => {
  if (await hasOwner(db)) await closeLinks(db, "owner", now);
};

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
