import { and, asc, eq, ne, notInArray } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { isSame } from "~/shop/audit/record-kind.server";
import type { FieldValues } from "~/shop/audit/saving";
import { memberNames } from "~/shop/members/member-names.server";
import { Refusal } from "~/shop/refusal";
import { lockedPlan, withPlannedTexts } from "./planned-texts.server";
import { textPlans, textPlanTexts } from "./text-plans.tables";
import { nameOfText } from "./text-names";

/** A text with the fields that a plan changes; without `values`, any field. */
interface Wanted {
  kind: string;
  record: string;
  values?: FieldValues;
}

/**
 * Refuses texts of which another waiting plan changes a field at the same moment, since their order would then be random.
 * `replaces` are ids of plans that the new plan replaces. The caller has locked the drafts of the texts, so that nobody else can
 * plan these texts meanwhile.
 *
 * @throws {Refusal} `words-planned` at the field `goesOutAt`, with the names of the texts and of the member who planned them.
 */
export async function requireFreeMoment(
  tx: Transaction,
  texts: readonly Wanted[],
  { goesOutAt, replaces }: { goesOutAt: Date; replaces: readonly string[] },
): Promise<void> {
  const plans = await tx
    .select()
    .from(textPlans)
    .where(
      and(
        eq(textPlans.state, "planned"),
        eq(textPlans.goesOutAt, goesOutAt),
        replaces.length > 0 ? notInArray(textPlans.id, [...replaces]) : undefined,
      ),
    )
    .orderBy(asc(textPlans.plannedAt), asc(textPlans.id));
  for (const plan of await withPlannedTexts(tx, plans)) {
    const both = plan.texts.filter(({ kind, id, values: planned }) =>
      texts.some(
        ({ kind: own, record, values = planned }) =>
          own === kind && record === id && Object.keys(values).some((field) => Object.hasOwn(planned, field)),
      ),
    );
    if (both.length === 0) continue;
    const who = (await memberNames(tx)).get(plan.memberId) ?? "somebody";
    const planned = `${both.map(nameOfText).join(", ")} ${both.length === 1 ? "is" : "are"} planned for this moment already, by ${who}.`;
    const isGone = texts.every(({ values }) => values === undefined);
    const way = isGone
      ? "There is no draft of it any more."
      : "Choose another moment, or tick that this goes out in place of it.";
    throw new Refusal("words-planned", { fields: { goesOutAt: `${planned} ${way}` } });
  }
}

/**
 * Removes fields from waiting plans, because a new plan contains them, and stops plans that are empty then. Returns the ids of
 * stopped plans.
 */
export async function takePlace(
  tx: Transaction,
  plans: readonly string[],
  texts: readonly Required<Wanted>[],
): Promise<string[]> {
  const stopped: string[] = [];
  for (const id of plans) {
    const plan = await lockedPlan(tx, id);
    if (plan?.state !== "planned") continue;
    for (const text of plan.texts) {
      const taken = texts.find(({ kind, record }) => kind === text.kind && record === text.id);
      if (!taken) continue;
      const left = Object.keys(text.values).filter((field) => !Object.hasOwn(taken.values, field));
      const row = and(
        eq(textPlanTexts.planId, id),
        eq(textPlanTexts.kind, text.kind),
        eq(textPlanTexts.record, text.id),
      );
      const only = (of: FieldValues) => Object.fromEntries(left.map((field) => [field, of[field]]));
      if (left.length === 0) await tx.delete(textPlanTexts).where(row);
      else
        await tx
          .update(textPlanTexts)
          .set({ values: only(text.values), base: only(text.base) })
          .where(row);
    }
    const [left] = await tx.select().from(textPlanTexts).where(eq(textPlanTexts.planId, id)).limit(1);
    if (left) continue;
    await tx.update(textPlans).set({ state: "stopped" }).where(eq(textPlans.id, id));
    stopped.push(id);
  }
  return stopped;
}

/** Fields of a text that a plan changed on the shop, with their values before and after. */
interface Moved {
  kind: string;
  id: string;
  from: FieldValues;
  to: FieldValues;
}

/**
 * Updates other plans of a text after a plan has changed it on the shop, since other plans would take this planned change for the
 * change of a member. A waiting plan (`planned`) gets the new values as its base, a published one (`out`) as the values that it
 * restores at its end. Returns the number of updated fields.
 */
export async function carryOver(
  tx: Transaction,
  plan: string,
  state: "planned" | "out",
  { kind, id, from, to }: Moved,
): Promise<number> {
  let count = 0;
  const ofText = and(eq(textPlanTexts.kind, kind), eq(textPlanTexts.record, id));
  const rows = await tx
    .select({ other: textPlanTexts.planId, base: textPlanTexts.base, replaced: textPlanTexts.replaced })
    .from(textPlanTexts)
    .innerJoin(textPlans, eq(textPlans.id, textPlanTexts.planId))
    .where(and(ofText, eq(textPlans.state, state), ne(textPlanTexts.planId, plan)));
  for (const { other, base, replaced } of rows) {
    const kept = ((state === "planned" ? base : replaced) ?? {}) as FieldValues;
    const fields = Object.keys(kept).filter((field) => Object.hasOwn(to, field) && isSame(kept[field], from[field]));
    if (fields.length === 0) continue;
    count += fields.length;
    const carried = { ...kept, ...Object.fromEntries(fields.map((field) => [field, to[field]])) };
    await tx
      .update(textPlanTexts)
      .set(state === "planned" ? { base: carried } : { replaced: carried })
      .where(and(ofText, eq(textPlanTexts.planId, other)));
  }
  return count;
}
