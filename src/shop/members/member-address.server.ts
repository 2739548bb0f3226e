import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { memberAccounts } from "./members.tables";

/** Name and e-mail address of an active member, for letters; undefined for a former member. */
export async function memberAddress(db: Database, id: string): Promise<{ name: string; email: string } | undefined> {
  const [member] = await db
    .select({ name: memberAccounts.name, email: memberAccounts.email })
    .from(memberAccounts)
    .where(and(eq(memberAccounts.id, id), isNull(memberAccounts.endedAt)));
  return member;
}
