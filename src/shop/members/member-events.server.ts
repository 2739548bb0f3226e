import type { Database } from "~/platform/database.server";
import type { MemberEventKind } from "./member-event";
import { memberEvents } from "./member-events.tables";

/** Adds to the log of members; `details` must name no shopper and hold no secret. */
export async function recordMemberEvent(
  db: Database,
  event: { kind: MemberEventKind; memberId?: string | undefined; details?: Record<string, unknown> },
): Promise<void> {
  await db.insert(memberEvents).values(event);
}
