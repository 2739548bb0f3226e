import type { Database } from "~/platform/database.server";
import type { MemberEventKind } from "./member-event";
import { memberEvents } from "./member-events.tables";

/** Logs an event of a member; `details` must contain no data of shoppers and no secrets. */
export async function recordMemberEvent(
  db: Database,
  event: { kind: MemberEventKind; memberId?: string | undefined; details?: Record<string, unknown> },
): Promise<void> {
  await db.insert(memberEvents).values(event);
}
