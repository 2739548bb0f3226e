import { and, count, eq, min, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { messages } from "./contact.tables";

/**
 * Number of messages that wait for an answer, and arrival of the oldest.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingMessages(
  services: Pick<Services, "db">,
  member: Member,
): Promise<{ count: number; oldest: Date | null }> {
  await requireRight(services, member, "messages.read");
  const [row] = await services.db
    .select({ count: count(), oldest: min(messages.sentAt) })
    .from(messages)
    .where(and(eq(messages.state, "waiting"), isCountedSample(sql`${messages.sample}`)));
  return row ?? { count: 0, oldest: null };
}
