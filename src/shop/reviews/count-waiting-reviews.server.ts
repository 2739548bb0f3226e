import { and, eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { questions, reviews } from "./reviews.tables";

/**
 * Number of reviews and questions waiting for approval.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingReviews(
  services: Pick<Services, "db">,
  member: Member,
): Promise<{ reviews: number; questions: number }> {
  await requireRight(services, member, "queue.read");
  const [waitingReviews, waitingQuestions] = await Promise.all([
    services.db.$count(reviews, and(eq(reviews.state, "waiting"), isCountedSample(sql`${reviews.sample}`))),
    services.db.$count(questions, and(eq(questions.state, "waiting"), isCountedSample(sql`${questions.sample}`))),
  ]);
  return { reviews: waitingReviews, questions: waitingQuestions };
}
