import type { Services } from "~/services";
import { WELCOME_SUBSCRIBER, type WelcomeSubscriber } from "./newsletter.server";
import { sendWelcome } from "./send-welcome.server";

/** Job of the newsletter's welcome letter; not sent to those who have left. */
export async function newsletterJobs(services: Services): Promise<void> {
  await services.jobs.work<WelcomeSubscriber>(WELCOME_SUBSCRIBER, (asked) => sendWelcome(services, asked));
}
