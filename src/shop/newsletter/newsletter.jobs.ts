import type { Services } from "~/services";
import { WELCOME_SUBSCRIBER, type WelcomeSubscriber } from "./newsletter.server";
import { sendWelcome } from "./send-welcome.server";

/** Registers the job that sends the newsletter's welcome letter, unless the shopper has unsubscribed meanwhile. */
export async function newsletterJobs(services: Services): Promise<void> {
  await services.jobs.work<WelcomeSubscriber>(WELCOME_SUBSCRIBER, (asked) => sendWelcome(services, asked));
}
