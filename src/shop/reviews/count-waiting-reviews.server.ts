import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { questions, reviews } from "./reviews.tables";

/**
 * Reviews and questions that nobody has read.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingReviews(
  services: Pick<Services, "db">,
  member: Member,
): Promise<{ reviews: number; questions: number }> {
  await requireRight(services, member, "queue.read");
  const [waitingReviews, waitingQuestions] = await Promise.all([
    services.db.$count(reviews, eq(reviews.state, "waiting")),
    services.db.$count(questions, eq(questions.state, "waiting")),
  ]);
  return { reviews: waitingReviews, questions: waitingQuestions };
}
