import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { withoutInvisible } from "~/shop/visible-text";
import { memberAccounts } from "./members.tables";
import { can, type Right } from "./rights";

/**
 * Name of the member who planned something, if nobody answers for the plan any more: a former member, or one who has lost the
 * right to it. Undefined for a member who may still do it, and for an unknown id.
 */
export async function formerMaker(db: Database, id: string, right: Right): Promise<string | undefined> {
  const [maker] = await db.select().from(memberAccounts).where(eq(memberAccounts.id, id));
  if (!maker || (maker.endedAt === null && can(maker, right))) return undefined;
  return withoutInvisible(maker.name);
}

/** Words for the step that waits: a member has to take over the plan of a former maker first. */
export const takeOverFirst = (name: string): string =>
  `${name}, who planned it, is no longer here or may not do it any more. It waits until somebody takes it over.`;
