import { type WaitingStep, waitingIn } from "~/platform/waiting-steps.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { openPlans } from "./planned-words.server";
import { WORD_PLANS } from "./word-plans.server";
import type { WordsId } from "./words-id";

/** Planned texts that failed at their time and are tried again. */
export interface LateWordPlan extends WaitingStep {
  texts: WordsId[];
  /** True if their publication failed, false if their reversal did. */
  isStart: boolean;
}

/**
 * Planned texts that could not be published or reverted at their time, the longest ago first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function lateWordPlans({ db }: Pick<Services, "db">, member: Member): Promise<LateWordPlan[]> {
  await requireRight({ db }, member, "content.change");
  const late = await waitingIn(db, WORD_PLANS);
  if (late.length === 0) return [];
  const plans = new Map((await openPlans(db)).map((plan) => [plan.id, plan]));
  return late.flatMap((step) => {
    const plan = plans.get(step.row);
    return plan ? [{ ...step, texts: plan.texts, isStart: plan.state === "planned" }] : [];
  });
}
