import type { Database } from "~/platform/database.server";
import type { MemberEventKind } from "./member-event";
import { memberEvents } from "./member-events.tables";

/** Writes into the log what happened at the door. Details hold no address and no secret. */
export async function logMemberEvent(
  db: Database,
  kind: MemberEventKind,
  memberId: string | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  await db.insert(memberEvents).values({ kind, memberId, details, at: new Date() });
}
