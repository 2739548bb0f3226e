import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { type LoggedChange, logChanges } from "~/shop/audit/change-log.server";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { variants } from "../catalog.tables";
import { lockGoods } from "../editing/lock-goods.server";
import { type PlannedVariant, pricePlanVariants, type PricePlan, pricePlans } from "./price-plans.tables";

type Act = Parameters<typeof logChanges>[1];
type Standing = Pick<PricePlan, "id" | "state" | "endsAt">;

/** Whether a plan still has to be started or ended. A variant may be in at most one such plan. */
const isOpen = ({ state, endsAt }: Pick<PricePlan, "state" | "endsAt">): boolean =>
  state === "planned" || (state === "running" && endsAt !== null);

/**
 * Updates the marks of the plan's variants according to the plan's state.
 *
 * @throws {Refusal} `plan-overlaps` if another open plan has one of the variants.
 */
export async function markVariants(tx: Transaction, plan: Standing): Promise<void> {
  if (isOpen(plan)) {
    const { rows } = await tx.execute(sql`
      select from price_plan_pairs own join price_plan_pairs other using (variant_id)
      where own.plan_id = ${plan.id} and other.plan_id <> own.plan_id and other.is_open limit 1`);
    if (rows.length > 0) throw new Refusal("plan-overlaps");
  }
  await tx
    .update(pricePlanVariants)
    .set({ isOpen: isOpen(plan) })
    .where(and(eq(pricePlanVariants.planId, plan.id), eq(pricePlanVariants.isOpen, !isOpen(plan))));
}

/** Sets and logs a plan's state; by this entry, the log tells which act started or ended the plan. */
async function setState(
  tx: Transaction,
  plan: Standing,
  act: Act,
  { old, state }: { old: string | null; state: PricePlan["state"] },
): Promise<void> {
  const [row] = await tx
    .update(pricePlans)
    .set({ state, version: sql`${pricePlans.version} + 1` })
    .where(eq(pricePlans.id, plan.id))
    .returning({ version: pricePlans.version });
  await markVariants(tx, { ...plan, state });
  await logChanges(tx, act, [
    { kind: "price-plan", record: plan.id, version: row?.version ?? 0, field: "state", old, new: state },
  ]);
}

/**
 * Sets a plan's prices. Variants whose price has changed since the plan was made are skipped. A plan of regular prices (`price`)
 * without an end is over at once.
 */
export async function start(tx: Transaction, plan: PricePlan, act: Act, old: "due" | null): Promise<void> {
  const isForGood = plan.endsAt === null && plan.field === "price";
  await setState(tx, plan, act, { old, state: isForGood ? "over" : "running" });
  await setPrices(tx, plan, act, { from: "oldPrice", to: "newPrice" });
}

/** Restores the old prices of a plan's variants. Variants that no longer have the plan's price are skipped. */
export async function end(tx: Transaction, plan: PricePlan, act: Act): Promise<void> {
  await setState(tx, plan, act, { old: plan.state, state: "over" });
  await setPrices(tx, plan, act, { from: "newPrice", to: "oldPrice" });
}

/** Gives variants back to a plan whose end was undone, if that end skipped them: the next end checks their price again. */
export async function unmarkEnded(tx: Transaction, { id, field }: Pick<PricePlan, "id" | "field">): Promise<void> {
  // Variants that were skipped at the start have no price change in the act that started the plan.
  const { rows } = await tx.execute(sql`
    update price_plan_pairs planned set left_alone = false
    where plan_id = ${id} and left_alone and exists (
      select from audit standing join audit priced on priced.submission = standing.submission
      where standing.kind = 'price-plan' and standing.record = ${id} and standing.field = 'state' and standing.new = '"running"'
        and priced.kind = 'variant' and priced.record = planned.variant_id::text and priced.field = ${field})
    returning variant_id`);
  if (rows.length > 0) await tx.update(pricePlans).set({ seenAt: null }).where(eq(pricePlans.id, id));
}

/** Closes a plan that was never started. */
export async function drop(tx: Transaction, plan: PricePlan, act: Act, state: "over" | "called-off"): Promise<void> {
  await setState(tx, plan, act, { old: plan.state, state });
}

async function setPrices(
  tx: Transaction,
  { id, field }: PricePlan,
  act: Act,
  { from, to }: { from: "oldPrice" | "newPrice"; to: "oldPrice" | "newPrice" },
): Promise<void> {
  const plannedPrices = await tx
    .select()
    .from(pricePlanVariants)
    .where(and(eq(pricePlanVariants.planId, id), eq(pricePlanVariants.leftAlone, false)));
  const ids = plannedPrices.map(({ variantId }) => variantId);
  await lockGoods(tx, { variantIds: ids });
  const rows = await tx
    .select({ id: variants.id, price: variants[field], version: variants.version })
    .from(variants)
    .where(inArray(variants.id, ids.length > 0 ? ids : [0]));
  const now = new Map(rows.map((row) => [row.id, row]));
  const set = plannedPrices.filter((planned) => now.get(planned.variantId)?.price === planned[from]);
  const covered = to === "oldPrice" ? await handedOn(tx, id) : new Set();
  const isElsewhere = (planned: PlannedVariant, price: Cents | null | undefined) =>
    price !== planned[from] && price !== planned[to] && !covered.has(planned.variantId);
  const left = plannedPrices
    .filter((planned) => isElsewhere(planned, now.get(planned.variantId)?.price))
    .map(({ variantId }) => variantId);
  const prices = JSON.stringify(set.map((planned) => ({ id: planned.variantId, price: planned[to] })));
  const column = sql.raw(field === "price" ? "price_cents" : "sale_price_cents");
  await tx.execute(sql`
    update variants set ${column} = wanted.price, version = version + 1
    from json_to_recordset(${prices}::json) as wanted (id int, price int) where variants.id = wanted.id`);
  if (left.length > 0)
    await tx
      .update(pricePlanVariants)
      .set({ leftAlone: true })
      .where(and(eq(pricePlanVariants.planId, id), inArray(pricePlanVariants.variantId, left)));
  await logChanges(
    tx,
    act,
    set.map((planned): LoggedChange => ({
      kind: "variant",
      record: String(planned.variantId),
      version: (now.get(planned.variantId)?.version ?? 0) + 1,
      field,
      old: planned[from],
      new: planned[to],
    })),
  );
}

/** Passes the old prices on to later plans over the same variants, which restore them at their end; returns these variants. */
async function handedOn(tx: Transaction, id: string): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update price_plan_pairs later set old_price_cents = ended.old_price_cents
    from price_plan_pairs ended join price_plans own on own.id = ended.plan_id, price_plans plan
    where ended.plan_id = ${id} and not ended.left_alone and later.variant_id = ended.variant_id and later.plan_id <> ended.plan_id
      and later.old_price_cents = ended.new_price_cents and not later.left_alone
      and plan.id = later.plan_id and plan.field = own.field and plan.state in ('planned', 'running')
    returning later.variant_id as id`);
  return new Set(rows.map((row) => row.id));
}
