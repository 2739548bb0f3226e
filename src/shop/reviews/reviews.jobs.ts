import type { Services } from "~/services";
import { MAIL_ANSWER, mailAnswer, type MailAnswer } from "./answer-question.server";
import { ASK_FOR_REVIEW, type AskForReview, askForReviews } from "./asking/ask-for-reviews.server";
import { sendReviewLetter } from "./asking/send-review-letter.server";

const LOOK_FOR_REVIEWS = "look-for-reviews-to-ask";

/** Registers the jobs that mail the shop's answers to questions, and the letters that ask for reviews. */
export async function reviewsJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<MailAnswer>(MAIL_ANSWER, (payload) => mailAnswer(services, payload));
  await jobs.work<AskForReview>(ASK_FOR_REVIEW, (asked) => sendReviewLetter(services, asked));
  await jobs.work(LOOK_FOR_REVIEWS, () => askForReviews(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_REVIEWS, "*/10 * * * *");
}
