import type { Database } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import { recordDenied } from "./denied-rights.server";
import { requireFactor } from "./factor";
import type { Member } from "./member";
import { can, type Right, takesFactor } from "./rights";

/**
 * Checks that a member has all of these rights. A missing right is logged, even if the caller's transaction is rolled back.
 *
 * @throws {Refusal} `right-missing`; `factor-missing` if one of the rights requires a second factor and none was shown recently.
 */
export async function requireRight({ db }: { db: Database }, member: Member, ...needed: Right[]): Promise<void> {
  const missing = needed.filter((right) => !can(member, right));
  if (missing.length === 0) {
    if (needed.some(takesFactor)) requireFactor(member);
    return;
  }
  await recordDenied(db, member, missing);
  throw new Refusal("right-missing");
}
