import type { Services } from "~/services";
import { endByItself } from "./end-by-itself.server";

const END_BY_ITSELF = "end-personal-data";

/** Schedules the hourly job that ends personal data whose time is over by the shop's settings. */
export async function privacyJobs(services: Services): Promise<void> {
  await services.jobs.work(END_BY_ITSELF, () => endByItself(services, new Date()), { atOnce: 1 });
  await services.jobs.schedule(END_BY_ITSELF, "35 * * * *");
}
