import { createElement } from "react";
import { loudHour } from "~/platform/hourly-sum.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { owners } from "~/shop/members/members.server";
import { HOUR_OF_QUESTIONS } from "./tax-answers.server";
import { TaxQuestions } from "./tax-questions.email";
import { MANY_TAX_QUESTIONS } from "./tax-questions";

const LOOK = "look-at-tax-questions";
export const TELL_TAX_QUESTIONS = "tell-tax-questions";

/** Letter to an owner about an hour with many questions to the tax service. */
export interface TellTaxQuestions {
  to: string;
  times: number;
  /** Names the cause, in ISO 8601: the end of the day that began with that hour. */
  until: string;
}

/** Registers the job that tells owners of an hour with many questions to the tax service, once in a day. */
export async function taxJobs(services: Services): Promise<void> {
  await services.jobs.work(LOOK, () => enqueueTaxQuestions(services, new Date()), { atOnce: 1 });
  await services.jobs.work<TellTaxQuestions>(TELL_TAX_QUESTIONS, (letter) => sendTaxQuestions(services, letter));
  await services.jobs.schedule(LOOK, "*/5 * * * *");
}

/** Enqueues a letter to each owner, once for a loud hour. */
export async function enqueueTaxQuestions({ db, jobs }: Pick<Services, "db" | "jobs">, now: Date): Promise<void> {
  const loud = await loudHour(db, HOUR_OF_QUESTIONS, now);
  if (!loud) return;
  const until = loud.until.toISOString();
  for (const { email: to } of await owners(db)) {
    const letter: TellTaxQuestions = { to, times: loud.times, until };
    await jobs.enqueue(db, TELL_TAX_QUESTIONS, letter, { key: `${until} ${to}` });
  }
}

/** Sends the letter. */
export async function sendTaxQuestions(
  { mail, settings, address, backOfficeAddress }: Pick<Services, "mail" | "settings" | "address" | "backOfficeAddress">,
  { to, times, until }: TellTaxQuestions,
): Promise<void> {
  const about = { settings: settings(), address, service: `${backOfficeAddress}/settings/tax`, times };
  const letter = await renderLetter(createElement(TaxQuestions, about));
  await mail.send({ to, subject: MANY_TAX_QUESTIONS, ...letter, key: `tax-questions ${until} ${to}` });
}
