import type { Database } from "~/platform/database.server";
import { withoutInvisible } from "~/shop/visible-text";
import { memberAccounts } from "./members.tables";

/** Names of active and former members by id, for the log. */
export async function memberNames(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ id: memberAccounts.id, name: memberAccounts.name }).from(memberAccounts);
  return new Map(rows.map(({ id, name }) => [id, withoutInvisible(name)]));
}
