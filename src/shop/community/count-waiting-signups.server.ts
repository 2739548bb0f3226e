import { and, eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { communitySignups } from "./community.tables";

/**
 * Number of sign-ups waiting for approval.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingSignups(services: Pick<Services, "db">, member: Member): Promise<number> {
  await requireRight(services, member, "queue.read");
  return services.db.$count(
    communitySignups,
    and(eq(communitySignups.standing, "waiting"), isCountedSample(sql`${communitySignups.sample}`)),
  );
}
