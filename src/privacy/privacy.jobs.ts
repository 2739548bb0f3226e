import type { Services } from "~/services";
import { endByItself } from "./end-by-itself.server";
import { ERASE_PERSON, type ErasePerson, erasePerson } from "./erase-person.server";

const END_BY_ITSELF = "end-personal-data";

/** Registers the job that erases a person, and the hourly job that ends personal data whose time is over by the shop's settings. */
export async function privacyJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<ErasePerson>(ERASE_PERSON, ({ id }) => erasePerson(services, id, new Date()), { atOnce: 1 });
  await jobs.work(END_BY_ITSELF, () => endByItself(services, new Date()), { atOnce: 1 });
  await jobs.schedule(END_BY_ITSELF, "35 * * * *");
}
