import type { Database } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import type { Member } from "./member";
import { recordMemberEvent } from "./member-events.server";
import { can, type Right, takesFactor } from "./rights";
import { isConfirmed } from "./session";

/**
 * Lets a member pass who has all of the rights; a refusal is written to the log, even where the caller's transaction ends.
 *
 * @throws {Refusal} `right-missing`; `factor-missing` where one of them takes a factor that was just shown.
 */
export async function requireRight({ db }: { db: Database }, member: Member, ...needed: Right[]): Promise<void> {
  const missing = needed.filter((right) => !can(member, right));
  if (missing.length === 0) return requireFactor(member, needed.some(takesFactor));
  await recordMemberEvent(db, { kind: "right-denied", memberId: member.id, details: { rights: missing } });
  throw new Refusal("right-missing");
}

/**
 * Lets a member pass who has just shown a passkey or a code; of anybody else the back office asks for one, and keeps what was typed
 * meanwhile.
 *
 * @throws {Refusal} `factor-missing`.
 */
export function requireFactor({ confirmedAt }: Pick<Member, "confirmedAt">, isNeeded = true, now = new Date()): void {
  if (isNeeded && !(confirmedAt && isConfirmed({ confirmedAt }, now))) throw new Refusal("factor-missing");
}
