import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import { isLastOwner } from "./first-owner.server";
import { recordMemberEvent } from "./record-member-event.server";
import { withdrawHandedOut, withdrawResets } from "./member-links.server";
import { isInUse } from "./members.server";
import { memberAccounts, memberLinks, memberPasskeys, memberRecoveryCodes } from "./members.tables";
import { endSessions } from "./sessions.server";

/** Reads a member, active or former, and locks the row until the transaction ends. */
export async function storedMember(tx: Transaction, id: string) {
  const [row] = await tx.select().from(memberAccounts).where(eq(memberAccounts.id, id)).for("update");
  if (!row) return undefined;
  const { version, role, name, email, endedAt } = row;
  return { version, values: { role, name, email, endedAt: endedAt?.toISOString() ?? null } };
}

/**
 * Stores changes to a member with this version; returns the new version. Removing a member deletes all ways to sign in, and undo
 * does not restore them. If an owner leaves or changes role, links created by owners are withdrawn.
 *
 * @throws {Refusal} `last-owner`, `address-taken`.
 */
export async function storeMember(
  tx: Transaction,
  id: string,
  { endedAt, ...values }: Record<string, unknown>,
  version: number,
  { memberId }: { memberId: string },
): Promise<number | undefined> {
  const isLeaving = endedAt !== undefined && endedAt !== null;
  const isDemoted = values["role"] !== undefined && values["role"] !== "owner";
  if ((isLeaving || isDemoted) && (await isLastOwner(tx, id))) throw new Refusal("last-owner");
  if (endedAt === null || "email" in values) await requireFreeAddress(tx, id, values["email"]);
  if (isLeaving) await takeWaysIn(tx, id);
  if (isLeaving || isDemoted) await withdrawAfterOwner(tx, id, memberId);
  if ("email" in values) await withdrawResets(tx, id);
  const ended = endedAt === undefined ? {} : { endedAt: isLeaving ? new Date(String(endedAt)) : null };
  const [row] = await tx
    .update(memberAccounts)
    .set({ ...values, ...ended, version: version + 1 })
    .where(and(eq(memberAccounts.id, id), eq(memberAccounts.version, version)))
    .returning({ version: memberAccounts.version });
  return row?.version;
}

/** Withdraws links that owners created, since a former owner may still have links that create owners. */
async function withdrawAfterOwner(tx: Transaction, id: string, by: string): Promise<void> {
  const [row] = await tx.select({ role: memberAccounts.role }).from(memberAccounts).where(eq(memberAccounts.id, id));
  if (row?.role !== "owner") return;
  const links = await withdrawHandedOut(tx);
  if (links > 0) await recordMemberEvent(tx, { kind: "link-taken-back", memberId: by, details: { links } });
}

/** Checks that no other member uses the e-mail address; throws `address-taken` otherwise. */
async function requireFreeAddress(tx: Transaction, id: string, typed: unknown): Promise<void> {
  const [row] = await tx.select({ email: memberAccounts.email }).from(memberAccounts).where(eq(memberAccounts.id, id));
  const email = typed === undefined ? (row?.email ?? "") : String(typed);
  if (await isInUse(tx, email, id))
    throw new Refusal("address-taken", { fields: { email: "This is another member's address." } });
}

/** Ends all sessions of a member, and deletes all ways to sign in, including links. */
async function takeWaysIn(tx: Transaction, id: string): Promise<void> {
  await endSessions(tx, id);
  await tx.delete(memberPasskeys).where(eq(memberPasskeys.memberId, id));
  await tx.delete(memberRecoveryCodes).where(eq(memberRecoveryCodes.memberId, id));
  await tx.delete(memberLinks).where(and(eq(memberLinks.memberId, id), isNull(memberLinks.usedAt)));
  await tx.update(memberAccounts).set({ passphraseHash: null, totpSecret: null }).where(eq(memberAccounts.id, id));
}
