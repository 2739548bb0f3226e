import type { Services } from "~/services";
import { MAIL_ANSWER, mailAnswer, type MailAnswer } from "./answer-question.server";

/** Job of the letter with an answer. */
export const reviewsJobs = (services: Services): Promise<void> =>
  services.jobs.work<MailAnswer>(MAIL_ANSWER, (payload) => mailAnswer(services, payload));
