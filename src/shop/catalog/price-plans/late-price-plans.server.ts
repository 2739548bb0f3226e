import { inArray } from "drizzle-orm";
import { type WaitingStep, waitingIn } from "~/platform/waiting-steps.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { PRICE_PLANS } from "./price-plans.server";
import { pricePlans } from "./price-plans.tables";

/** A price plan that failed at its time and is tried again. */
export interface LatePricePlan extends WaitingStep {
  name: string;
  /** True if its start failed, false if its end did. */
  isStart: boolean;
}

/**
 * Price plans that could not start or end at their time, the longest ago first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function latePricePlans({ db }: Pick<Services, "db">, member: Member): Promise<LatePricePlan[]> {
  await requireRight({ db }, member, "goods.prices");
  const late = await waitingIn(db, PRICE_PLANS);
  if (late.length === 0) return [];
  const ids = late.map(({ row }) => row);
  const plans = new Map((await db.select().from(pricePlans).where(inArray(pricePlans.id, ids))).map((p) => [p.id, p]));
  return late.flatMap((step) => {
    const plan = plans.get(step.row);
    return plan ? [{ ...step, name: plan.name, isStart: plan.state === "planned" }] : [];
  });
}
