import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { isOnlyEndedEarlier } from "~/shop/audit/only-ended-earlier";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { Refusal } from "~/shop/refusal";
import { markVariants, unmarkEnded } from "./plan-variants.server";
import { isSteepPlan } from "./steep-plan.server";
import { pricePlans } from "./price-plans.tables";

/**
 * States of a plan in the log. `due` is a planned plan at the moment of its start. An undo that restores `due`, or null (no
 * plan), sets `called-off`.
 */
const State = z
  .enum(["planned", "due", "running", "over", "called-off"])
  .nullable()
  .transform((state) => (state === null || state === "due" ? "called-off" : state));
const Moment = z.iso.datetime();

/**
 * Record kind of a plan: its state and times. The prices of its variants are other changes of the same act and are undone with
 * it. A plan that undo restores after its end runs until a member ends it.
 */
export const pricePlanRecord: RecordKind = {
  kind: "price-plan",
  right: "goods.prices",
  fields: {
    state: { schema: State, ofWhole: "all" },
    startsAt: { schema: Moment },
    endsAt: { schema: Moment.nullable() },
  },
  /** Locks the plans before the goods, as the job does that starts and ends them. */
  async lockAll(tx, edits) {
    const ids = edits.filter(({ kind }) => kind === pricePlanRecord).map(({ id }) => id);
    await tx
      .select({ id: pricePlans.id })
      .from(pricePlans)
      .where(inArray(pricePlans.id, ids))
      .orderBy(asc(pricePlans.id))
      .for("update");
  },
  async read(tx, id) {
    const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id)).for("update");
    if (!plan) return undefined;
    const { state, startsAt, endsAt, version } = plan;
    return { version, values: { state, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null } };
  },
  async write(tx, id, values, version) {
    const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id));
    if (!plan) return undefined;
    const state = (values.state as typeof plan.state | undefined) ?? plan.state;
    const startsAt = values.startsAt === undefined ? plan.startsAt : new Date(String(values.startsAt));
    const wished = values.endsAt === undefined ? plan.endsAt : values.endsAt && new Date(String(values.endsAt));
    const endsAt = wished && (state !== "running" || wished > new Date()) ? wished : null;
    if (endsAt && endsAt <= startsAt) throw new Refusal("edited-meanwhile");
    const [row] = await tx
      .update(pricePlans)
      .set({ state, startsAt, endsAt, version: version + 1 })
      .where(and(eq(pricePlans.id, id), eq(pricePlans.version, version)))
      .returning({ id: pricePlans.id, state: pricePlans.state, endsAt: pricePlans.endsAt });
    if (!row) return undefined;
    await markVariants(tx, row);
    if (plan.state === "over" && state === "running") await unmarkEnded(tx, plan);
    return version + 1;
  },
  async takesFactor(tx, { id, current, changes }) {
    const state = changes.state ?? current.state;
    // A plan that sets `price` without an end is `over` as soon as it starts, also if undo starts it.
    const isStopped = state === "called-off" || (state === "over" && current.state !== "called-off");
    return !isStopped && !isOnlyEndedEarlier(current.endsAt, changes) && isSteepPlan(tx, id);
  },
};
