import { and, asc, eq, inArray, isNull, ne, or } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { byLocks } from "~/shop/audit/once.server";
import type { FieldValues } from "~/shop/audit/saving";
import { keyOf } from "./publish.server";
import { textPlans, textPlanTexts } from "./text-plans.tables";
import type { TextId, TextKind } from "./text-id";

/** A plan with its texts. */
export interface TextPlan extends Omit<typeof textPlans.$inferSelect, "seenAt"> {
  texts: (TextId & { values: FieldValues; base: FieldValues; replaced: FieldValues | null })[];
}

/**
 * Plans that are waiting or published, or whose note no member has seen; the next plan first. The caller has to check the
 * member's right.
 */
export async function openPlans(db: Database): Promise<TextPlan[]> {
  const plans = await db
    .select()
    .from(textPlans)
    .where(or(inArray(textPlans.state, ["planned", "out"]), and(ne(textPlans.note, ""), isNull(textPlans.seenAt))))
    .orderBy(asc(textPlans.goesOutAt), asc(textPlans.id));
  return withPlannedTexts(db, plans);
}

/** Adds the planned texts to plans. */
export async function withPlannedTexts(db: Database, plans: (typeof textPlans.$inferSelect)[]): Promise<TextPlan[]> {
  if (plans.length === 0) return [];
  const ids = plans.map(({ id }) => id);
  const rows = await db.select().from(textPlanTexts).where(inArray(textPlanTexts.planId, ids));
  return plans.map((plan) => ({
    ...plan,
    texts: rows
      .filter(({ planId }) => planId === plan.id)
      .map(({ kind, record, values, base, replaced }) => ({
        kind: kind as TextKind,
        id: record,
        values: values as FieldValues,
        base: base as FieldValues,
        replaced: replaced as FieldValues | null,
      }))
      .toSorted((one, other) => byLocks(keyOf(one), keyOf(other))),
  }));
}

/** A plan with its texts, locked for this transaction. */
export async function lockedPlan(tx: Transaction, id: string): Promise<TextPlan | undefined> {
  const rows = await tx.select().from(textPlans).where(eq(textPlans.id, id)).for("update");
  return (await withPlannedTexts(tx, rows))[0];
}

/**
 * Changes that waiting and published plans will make by a moment: planned values of texts published by then, and former values
 * of texts reverted by then.
 */
export async function plannedAt(db: Database, at: Date): Promise<Map<string, TextId & { values: FieldValues }>> {
  const found = new Map<string, TextId & { values: FieldValues }>();
  for (const { state, goesOutAt, endsAt, texts } of await openPlans(db)) {
    const isOver = endsAt !== null && endsAt <= at;
    if (state === "planned" ? goesOutAt > at || isOver : state !== "out" || !isOver) continue;
    for (const { kind, id, values, replaced } of texts) {
      const earlier = found.get(keyOf({ kind, id }))?.values;
      found.set(keyOf({ kind, id }), { kind, id, values: { ...earlier, ...(state === "out" ? replaced : values) } });
    }
  }
  return found;
}
