import type { Database } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import { requireFactor } from "./factor";
import type { Member } from "./member";
import { recordMemberEvent } from "./member-events.server";
import { can, type Right, takesFactor } from "./rights";

/**
 * Lets a member pass who has all of the rights; a refusal is written to the log, even where the caller's transaction ends.
 *
 * @throws {Refusal} `right-missing`; `factor-missing` where one of them takes a factor that was just shown.
 */
export async function requireRight({ db }: { db: Database }, member: Member, ...needed: Right[]): Promise<void> {
  const missing = needed.filter((right) => !can(member, right));
  if (missing.length === 0) {
    if (needed.some(takesFactor)) requireFactor(member);
    return;
  }
  await recordMemberEvent(db, { kind: "right-denied", memberId: member.id, details: { rights: missing } });
  throw new Refusal("right-missing");
}
