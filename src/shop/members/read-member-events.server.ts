import { and, desc, eq, lt } from "drizzle-orm";
import type { Services } from "~/services";
import { type Days, duringDays } from "~/shop/during-days.server";
import type { Member } from "./member";
import { memberEvents } from "./member-events.tables";
import { requireRight } from "./rights.server";

/** Highest possible number of an event. */
const LAST_ID = 2 ** 31 - 1;

/** Logged event of a member: a sign-in, a refused sign-in, a missing right, and others. */
export type MemberEvent = typeof memberEvents.$inferSelect;

/**
 * Logged events of members, newest first, before a given number; changes are not included.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function readMemberEvents(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  { memberId, days, before }: { memberId?: string; days?: Days; before?: number },
  most: number,
): Promise<MemberEvent[]> {
  await requireRight(services, member, "log.read");
  return services.db
    .select()
    .from(memberEvents)
    .where(
      and(
        memberId === undefined ? undefined : eq(memberEvents.memberId, memberId),
        ...(days ? duringDays(memberEvents.at, days, services.settings().timeZone) : []),
        before === undefined ? undefined : lt(memberEvents.id, Math.min(before, LAST_ID)),
      ),
    )
    .orderBy(desc(memberEvents.id))
    .limit(most);
}
