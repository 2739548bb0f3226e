import { and, eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { comments } from "./blog.tables";

/**
 * Number of comments waiting for approval.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingComments(services: Pick<Services, "db">, member: Member): Promise<number> {
  await requireRight(services, member, "queue.read");
  return services.db.$count(comments, and(eq(comments.state, "waiting"), isCountedSample(sql`${comments.sample}`)));
}
