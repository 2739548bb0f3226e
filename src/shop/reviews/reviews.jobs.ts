import type { Services } from "~/services";
import { MAIL_ANSWER, mailAnswer, type MailAnswer } from "./answer-question.server";

/** Registers the job that mails the shop's answers to questions. */
export const reviewsJobs = (services: Services): Promise<void> =>
  services.jobs.work<MailAnswer>(MAIL_ANSWER, (payload) => mailAnswer(services, payload));
