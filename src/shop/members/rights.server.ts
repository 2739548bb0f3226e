import type { Database } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import type { Member } from "./member";
import { recordMemberEvent } from "./member-events.server";
import { can, type Right } from "./rights";

/**
 * Lets a member pass who has all of the rights; a refusal is written to the log, even where the caller's transaction ends.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function requireRight({ db }: { db: Database }, member: Member, ...needed: Right[]): Promise<void> {
  const missing = needed.filter((right) => !can(member, right));
  if (missing.length === 0) return;
  await recordMemberEvent(db, { kind: "right-denied", memberId: member.id, details: { rights: missing } });
  throw new Refusal("right-missing");
}
