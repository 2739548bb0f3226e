import type { Services } from "~/services";
import { lookForReminders, REMIND_OF_CHECKOUT, type RemindOfCheckout } from "./due-reminders.server";
import { sendReminder } from "./send-reminder.server";

const LOOK_FOR_REMINDERS = "look-for-reminders";

/** Registers the jobs that find and send reminders of unfinished checkouts. */
export async function remindersJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<RemindOfCheckout>(REMIND_OF_CHECKOUT, (asked) => sendReminder(services, asked));
  await jobs.work(LOOK_FOR_REMINDERS, () => lookForReminders(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_REMINDERS, "*/10 * * * *");
}
