import { type WaitingStep, waitingIn } from "~/platform/waiting-steps.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { openPlans } from "./planned-texts.server";
import { WORD_PLANS } from "./text-plans.server";
import type { TextId } from "./text-id";

/** Planned texts that failed at their time and are tried again. */
export interface LateTextPlan extends WaitingStep {
  texts: TextId[];
  /** True if their publication failed, false if their reversal did. */
  isStart: boolean;
}

/**
 * Planned texts that could not be published or reverted at their time, the longest ago first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function lateTextPlans({ db }: Pick<Services, "db">, member: Member): Promise<LateTextPlan[]> {
  await requireRight({ db }, member, "content.change");
  const late = await waitingIn(db, WORD_PLANS);
  if (late.length === 0) return [];
  const plans = new Map((await openPlans(db)).map((plan) => [plan.id, plan]));
  return late.flatMap((step) => {
    const plan = plans.get(step.row);
    return plan ? [{ ...step, texts: plan.texts, isStart: plan.state === "planned" }] : [];
  });
}
