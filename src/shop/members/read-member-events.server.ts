import { and, desc, eq, lt } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "./member";
import { memberEvents } from "./member-events.tables";
import { requireRight } from "./rights.server";

/** Who came in, who was refused, and what was denied to whom. */
export type MemberEvent = typeof memberEvents.$inferSelect;

/**
 * What the log knows about members besides what they changed, the newest first: those before the event of that number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function readMemberEvents(
  services: Pick<Services, "db">,
  member: Member,
  { memberId, before }: { memberId?: string; before?: number },
  most: number,
): Promise<MemberEvent[]> {
  await requireRight(services, member, "log.read");
  return services.db
    .select()
    .from(memberEvents)
    .where(
      and(
        memberId === undefined ? undefined : eq(memberEvents.memberId, memberId),
        before === undefined ? undefined : lt(memberEvents.id, before),
      ),
    )
    .orderBy(desc(memberEvents.id))
    .limit(most);
}
