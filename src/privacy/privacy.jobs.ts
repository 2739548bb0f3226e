import type { Services } from "~/services";
import { forgetCodes } from "~/shop/discounts/forget-codes.server";
import { forgetEnded } from "~/shop/newsletter/ended-letters.server";
import { endByItself } from "./end-by-itself.server";
import { makeCopy, TELL_COPY_READY } from "./person-copy.server";
import {
  type AboutRequest,
  endRequests,
  MAKE_PERSON_COPY,
  SEND_PERSON_CODE,
  TELL_REQUEST_REFUSED,
} from "./person-requests.server";
import { sendCode, tellCopyReady, tellRefused } from "./request-letters.server";
import { ERASE_PERSON, type ErasePerson, erasePerson } from "./erase-person.server";

const END_BY_ITSELF = "end-personal-data";

/** Registers the jobs of requests of people, the job that erases a person, and the hourly job that ends personal data whose time is over by the shop's settings. */
export async function privacyJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<ErasePerson>(ERASE_PERSON, ({ id }) => erasePerson(services, id, new Date()), { atOnce: 1 });
  await jobs.work<AboutRequest>(SEND_PERSON_CODE, ({ id }) => sendCode(services, id));
  await jobs.work<AboutRequest>(MAKE_PERSON_COPY, ({ id }) => makeCopy(services, id, new Date()), { atOnce: 1 });
  await jobs.work<AboutRequest>(TELL_COPY_READY, ({ id }) => tellCopyReady(services, id));
  await jobs.work<AboutRequest>(TELL_REQUEST_REFUSED, ({ id }) => tellRefused(services, id));
  const endAll = async () => {
    await endByItself(services, new Date());
    await endRequests(services.db, new Date());
    await forgetEnded(services, new Date());
    await forgetCodes(services.db, new Date());
  };
  await jobs.work(END_BY_ITSELF, endAll, { atOnce: 1 });
  await jobs.schedule(END_BY_ITSELF, "35 * * * *");
}
