import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { memberAccounts, memberPasskeys, memberRecoveryCodes } from "./members.tables";

/** Ways in which a member can sign in. */
export interface Factors {
  passkeys: { id: string; name: string; rpId: string; createdAt: Date; usedAt: Date | null }[];
  hasPassphrase: boolean;
  hasAuthenticator: boolean;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
}

/**
 * Whether a member has set up enough ways to sign in, apart from recovery codes: a passphrase and an authenticator, or two
 * passkeys.
 */
export const isComplete = ({ passkeys, hasPassphrase, hasAuthenticator }: Factors): boolean =>
  (hasPassphrase && hasAuthenticator) || passkeys.length > 1;

/** SQL condition on `member_accounts` that an account has enough factors to sign in, including recovery codes. */
export const hasWayIn = (): SQL<boolean> =>
  sql<boolean>`((member_accounts.passphrase_hash is not null and member_accounts.totp_secret is not null)
    or (select count(*) from member_passkeys where member_passkeys.member_id = member_accounts.id) > 1)
    and exists (select from member_recovery_codes where member_recovery_codes.member_id = member_accounts.id)`;

export async function factorsOf(db: Database, memberId: string): Promise<Factors> {
  const [[account], passkeys, [codes]] = await Promise.all([
    db
      .select({
        hasPassphrase: sql<boolean>`${memberAccounts.passphraseHash} is not null`,
        hasAuthenticator: sql<boolean>`${memberAccounts.totpSecret} is not null`,
      })
      .from(memberAccounts)
      .where(eq(memberAccounts.id, memberId)),
    db
      .select({
        id: memberPasskeys.id,
        name: memberPasskeys.name,
        rpId: memberPasskeys.rpId,
        createdAt: memberPasskeys.createdAt,
        usedAt: memberPasskeys.usedAt,
      })
      .from(memberPasskeys)
      .where(eq(memberPasskeys.memberId, memberId))
      .orderBy(memberPasskeys.createdAt),
    db
      .select({ left: count() })
      .from(memberRecoveryCodes)
      .where(and(eq(memberRecoveryCodes.memberId, memberId), isNull(memberRecoveryCodes.usedAt))),
  ]);
  return {
    passkeys,
    hasPassphrase: account?.hasPassphrase ?? false,
    hasAuthenticator: account?.hasAuthenticator ?? false,
    recoveryCodes: codes?.left ?? 0,
  };
}
