import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { memberAccounts } from "./members.tables";

/** Member account with all stored fields; used only for signing in. */
export type Account = typeof memberAccounts.$inferSelect;

/** Active account with an e-mail address; undefined if there is none. */
export async function accountByEmail(db: Database, email: string): Promise<Account | undefined> {
  // PostgreSQL text cannot contain NUL.
  if (email.includes("\0")) return undefined;
  const [account] = await db
    .select()
    .from(memberAccounts)
    .where(and(eq(memberAccounts.email, email.trim().toLowerCase()), isNull(memberAccounts.endedAt)));
  return account;
}
