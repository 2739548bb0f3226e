import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { EmailAddress, ShortText } from "~/shop/form-submission";
import { Refusal } from "~/shop/refusal";
import { isLastOwner } from "./first-owner.server";
import { roles } from "./member";
import { isInUse, tell } from "./members.server";
import { memberAccounts, memberLinks, memberPasskeys, memberRecoveryCodes } from "./members.tables";
import { endSessions } from "./sessions.server";

/**
 * A member: the role, whether they still work here, and what they are called and written to, which is theirs alone to change. Whoever
 * is put away loses every way in and keeps none when that is taken back. The last owner stays one.
 */
export const memberRecord: RecordKind = {
  kind: "member",
  right: "members",
  fields: {
    role: { schema: z.enum(roles) },
    endedAt: { schema: z.iso.datetime().nullable() },
    name: {
      schema: ShortText("Please type your name.").regex(/^\P{Cc}*$/u, "Please use plain text."),
      right: "account",
      isPrivate: true,
    },
    email: { schema: EmailAddress, right: "account", isPrivate: true, needsFactor: true },
  },

  async read(tx, id) {
    const [row] = await tx.select().from(memberAccounts).where(eq(memberAccounts.id, id)).for("update");
    if (!row) return undefined;
    const { version, role, name, email, endedAt } = row;
    return { version, values: { role, name, email, endedAt: endedAt?.toISOString() ?? null } };
  },

  async write(tx, id, { endedAt, ...values }, version, { memberId }) {
    if (("name" in values || "email" in values) && memberId !== id) throw new Refusal("account-of-another");
    const isLeaving = endedAt !== undefined && endedAt !== null;
    const isDemoted = values["role"] !== undefined && values["role"] !== "owner";
    if ((isLeaving || isDemoted) && (await isLastOwner(tx, id))) throw new Refusal("last-owner");
    if (endedAt === null || "email" in values) await requireFreeAddress(tx, id, values["email"]);
    if (isLeaving) await takeWaysIn(tx, id);
    const ended = endedAt === undefined ? {} : { endedAt: isLeaving ? new Date(String(endedAt)) : null };
    const [row] = await tx
      .update(memberAccounts)
      .set({ ...values, ...ended, version: version + 1 })
      .where(and(eq(memberAccounts.id, id), eq(memberAccounts.version, version)))
      .returning({ version: memberAccounts.version });
    return row?.version;
  },

  /** A new address is told to the old one, a new role to its member. */
  async tell(services, { current, changes }) {
    const member = { name: String(current["name"]), email: String(current["email"]) };
    if ("email" in changes) await tell(services, member, "email");
    if ("role" in changes) await tell(services, member, "role");
  },
};

/** An address may be another member's by now: of each there is one account at a time. */
async function requireFreeAddress(tx: Transaction, id: string, typed: unknown): Promise<void> {
  const [row] = await tx.select({ email: memberAccounts.email }).from(memberAccounts).where(eq(memberAccounts.id, id));
  const email = typed === undefined ? (row?.email ?? "") : String(typed);
  if (await isInUse(tx, email, id)) throw new Refusal("address-taken");
}

/** Ends all sessions and forgets all that somebody signs in by, links that were handed out included. */
async function takeWaysIn(tx: Transaction, id: string): Promise<void> {
  await endSessions(tx, id);
  await tx.delete(memberPasskeys).where(eq(memberPasskeys.memberId, id));
  await tx.delete(memberRecoveryCodes).where(eq(memberRecoveryCodes.memberId, id));
  await tx.delete(memberLinks).where(and(eq(memberLinks.memberId, id), isNull(memberLinks.usedAt)));
  await tx.update(memberAccounts).set({ passphraseHash: null, totpSecret: null }).where(eq(memberAccounts.id, id));
}
