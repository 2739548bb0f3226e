import { and, desc, eq, lt } from "drizzle-orm";
import type { Services } from "~/services";
import { type Days, duringDays } from "~/shop/during-days.server";
import type { Member } from "./member";
import { memberEvents } from "./member-events.tables";
import { requireRight } from "./rights.server";

/** Highest event number. */
const LAST_ID = 2 ** 31 - 1;

/** A sign-in, a refused sign-in or a missing right. */
export type MemberEvent = typeof memberEvents.$inferSelect;

/**
 * Events of members other than changes, newest first, before a given number.
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
