import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { isOnlyEndedEarlier } from "~/shop/audit/only-ended-earlier";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { markVariants } from "./plan-variants.server";
import { requireFactorForPlan } from "./steep-plan.server";
import { pricePlans } from "./price-plans.tables";

interface NewTimes {
  id: string;
  submission: string;
  /** New start; null for a plan that is running. */
  startsAt: Date | null;
  /** New end; null: the new prices stay. */
  endsAt: Date | null;
}

/**
 * Changes a plan's times; of a running plan only the end. Nothing is saved if the plan is over, or started while the form was
 * open.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, `plan-overlaps`, `input-invalid` with a message for a time that is
 * past or in the wrong order; `factor-missing` as `requireFactorForPlan`, except when the plan only ends earlier.
 */
export async function movePlan(
  services: Pick<Services, "db">,
  member: Member,
  { id, submission, startsAt, endsAt }: NewTimes,
  now = new Date(),
): Promise<{ saved: boolean; act: string }> {
  await requireRight(services, member, "goods.prices");
  return once(services, member, { submission, kind: "price-plan", record: id }, async (tx) => {
    const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id)).for("update");
    const isOpen = plan?.state === "planned" || plan?.state === "running";
    if (!plan || !isOpen || (plan.state === "running") !== (startsAt === null))
      return { saved: false, act: submission };
    const times = { startsAt: startsAt ?? plan.startsAt, endsAt };
    const fields = wrongTimes(times, startsAt !== null, now);
    if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
    await tx
      .update(pricePlans)
      .set({ ...times, version: plan.version + 1 })
      .where(eq(pricePlans.id, id));
    await markVariants(tx, { ...plan, ...times });
    const changed = (["startsAt", "endsAt"] as const).filter((name) => time(times[name]) !== time(plan[name]));
    const changes = Object.fromEntries(changed.map((field) => [field, time(times[field])]));
    if (changed.length > 0 && !isOnlyEndedEarlier(time(plan.endsAt), changes))
      await requireFactorForPlan(tx, member, id);
    await logChanges(
      tx,
      { memberId: member.id, submission, action: "price-plan", reason: plan.name },
      changed.map((field) => ({
        kind: "price-plan",
        record: id,
        version: plan.version + 1,
        field,
        old: time(plan[field]),
        new: time(times[field]),
      })),
    );
    return { saved: changed.length > 0, act: submission };
  });
}

const time = (moment: Date | null): string | null => moment?.toISOString() ?? null;

function wrongTimes(
  { startsAt, endsAt }: Record<"startsAt", Date> & Record<"endsAt", Date | null>,
  isBeforeStart: boolean,
  now: Date,
): Record<string, string> {
  return {
    ...(isBeforeStart && startsAt <= now && { startsAt: "This time is over. Choose a later one." }),
    ...(endsAt && endsAt <= now && { endsAt: "This time is over. Choose a later one, or end it now." }),
    ...(endsAt && endsAt > now && endsAt <= startsAt && { endsAt: "It has to end after it begins." }),
  };
}
