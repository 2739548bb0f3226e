import type { Services } from "~/services";
import { sweepShownDrafts } from "./shown-drafts.server";
import { tellOfTextPlan } from "./tell-of-text-plan.server";
import { SWEEP_WORD_PLANS, sweepTextPlans, TELL_OF_WORD_PLAN, type TellOfTextPlan } from "./text-plans.server";

/**
 * Registers the job that publishes and reverts planned texts at their time, and the one that mails the member who planned them.
 * The first job runs every minute, so that plans are at most about a minute late; after downtime it also applies the plans that
 * were due meanwhile. It also deletes expired preview links.
 */
export async function textsJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work(
    SWEEP_WORD_PLANS,
    async () => {
      await sweepTextPlans(services);
      await sweepShownDrafts(services.db);
    },
    { atOnce: 1 },
  );
  await jobs.schedule(SWEEP_WORD_PLANS, "* * * * *");
  await jobs.work<TellOfTextPlan>(TELL_OF_WORD_PLAN, ({ plan }) => tellOfTextPlan(services, plan));
}
