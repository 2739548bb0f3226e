import type { Services } from "~/services";
import { sweepShownDrafts } from "./shown-drafts.server";
import { tellOfWordPlan } from "./tell-of-word-plan.server";
import { SWEEP_WORD_PLANS, sweepWordPlans, TELL_OF_WORD_PLAN, type TellOfWordPlan } from "./word-plans.server";

/**
 * Scheduled jobs: planned words go out and back at their moment, with a letter to who planned them. The sweep is due every minute, which is
 * how late they are after downtime at most, and due jobs are looked for every `pollSeconds` of `~/platform/jobs.server`.
 */
export async function wordsJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work(
    SWEEP_WORD_PLANS,
    async () => {
      await sweepWordPlans(services);
      await sweepShownDrafts(services.db);
    },
    { atOnce: 1 },
  );
  await jobs.schedule(SWEEP_WORD_PLANS, "* * * * *");
  await jobs.work<TellOfWordPlan>(TELL_OF_WORD_PLAN, ({ plan }) => tellOfWordPlan(services, plan));
}
