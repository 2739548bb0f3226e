import type { Database } from "~/platform/database.server";
import { withoutInvisible } from "~/shop/plain-text";
import { memberAccounts } from "./members.tables";

/** Everybody who works or worked here, by id: what a member did stands in the log for longer than they do. */
export async function memberNames(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ id: memberAccounts.id, name: memberAccounts.name }).from(memberAccounts);
  return new Map(rows.map(({ id, name }) => [id, withoutInvisible(name)]));
}
