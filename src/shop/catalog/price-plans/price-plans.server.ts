import { and, desc, eq, getTableColumns, isNull, lte, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { runWithPauses } from "~/platform/waiting-steps.server";
import type { Services } from "~/services";
import { logChanges, type PastChange, recordChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { formerMaker, takeOverFirst } from "~/shop/members/former-maker.server";
import { requireRight } from "~/shop/members/rights.server";
import { variants } from "../catalog.tables";
import { drop, end, start } from "./plan-variants.server";
import { refuseGiftCardVariants } from "../editing/refuse-gift-card.server";
import { requireFactorForPlan } from "./steep-plan.server";
import { type PlannedVariant, pricePlanVariants, type PricePlan, pricePlans } from "./price-plans.tables";

export type { PricePlan };

/** Name of the list of plans that are due. */
export const PRICE_PLANS = "price-plans";

type Shop = Pick<Services, "db">;
type ActOfMember = Parameters<typeof logChanges>[1];

interface StopForm {
  id: string;
  submission: string;
}

interface NewPlan {
  submission: string;
  name: string;
  field: PricePlan["field"];
  /** Start of the plan; null: at once. */
  startsAt: Date | null;
  /** End of the plan; null: the new prices stay. */
  endsAt: Date | null;
  variants: PlannedVariant[];
}

/** Result of planning. If variants belong to another open plan, nothing is planned, and `taken` is their number. */
export type Planned = { saved: true; act: string; plan: string } | { saved: false; taken: number };

/**
 * Plans new prices for variants. The prices are computed now; a plan that starts now also sets them now.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, and as `requireFactorForPlan`.
 */
export async function planPrices(
  services: Shop,
  member: Member,
  { submission, name, field, startsAt, endsAt, variants }: NewPlan,
  now = new Date(),
): Promise<Planned> {
  await requireRight(services, member, "goods.prices");
  return once(services, member, { submission, kind: "price-plan", record: name }, async (tx): Promise<Planned> => {
    await refuseGiftCardVariants(
      tx,
      variants.map(({ variantId }) => variantId),
    );
    const values = { id: submission, name, field, startsAt: startsAt ?? now, endsAt, memberId: member.id };
    const [plan] = await tx.insert(pricePlans).values(values).returning();
    if (!plan) throw new Error("The plan was not written.");
    const rows = JSON.stringify(variants);
    const { rows: inserted } = await tx.execute<{ id: number }>(sql`
      insert into price_plan_pairs (plan_id, variant_id, old_price_cents, new_price_cents)
      select ${submission}, "variantId", "oldPrice", "newPrice"
      from json_to_recordset(${rows}::json) as wanted ("variantId" int, "oldPrice" int, "newPrice" int)
      order by 2 on conflict do nothing returning variant_id as id`);
    if (inserted.length < variants.length) {
      await tx.delete(pricePlanVariants).where(eq(pricePlanVariants.planId, submission));
      await tx.delete(pricePlans).where(eq(pricePlans.id, submission));
      return { saved: false, taken: variants.length - inserted.length };
    }
    await requireFactorForPlan(tx, member, submission);
    const act = { memberId: member.id, submission, action: "price-plan" as const, reason: name };
    if (plan.startsAt <= now) await start(tx, plan, act, null);
    else
      await logChanges(tx, act, [
        { kind: "price-plan", record: submission, version: 1, field: "state", old: null, new: "planned" },
      ]);
    return { saved: true, act: submission, plan: submission };
  });
}

/**
 * Starts and ends plans that are due. A plan whose start and end have both passed, for example during downtime, changes no price.
 * A failed plan is tried again with growing pauses, and does not stop others. The plan of a former member does not start before
 * another one takes it over.
 */
export async function sweepPricePlans(db: Database, now = new Date()): Promise<void> {
  const due = await db
    .select({ id: pricePlans.id })
    .from(pricePlans)
    .where(
      or(
        and(eq(pricePlans.state, "planned"), lte(pricePlans.startsAt, now)),
        and(eq(pricePlans.state, "running"), lte(pricePlans.endsAt, now)),
      ),
    )
    .orderBy(pricePlans.startsAt);
  const step = ({ id }: { id: string }) => db.transaction((tx) => sweep(tx, id, now));
  await runWithPauses(db, { list: PRICE_PLANS, rows: due, key: ({ id }) => id, step }, now);
}

async function sweep(tx: Transaction, id: string, now: Date): Promise<string | void> {
  const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id)).for("update");
  if (!plan) return;
  const isEnded = plan.endsAt !== null && plan.endsAt <= now;
  const act = { memberId: null, submission: crypto.randomUUID(), action: "price-plan" as const, reason: plan.name };
  if (plan.state === "planned" && isEnded) await drop(tx, plan, act, "over");
  else if (plan.state === "planned" && plan.startsAt <= now) {
    const former = await formerMaker(tx, plan.memberId, "goods.prices");
    if (former !== undefined) return takeOverFirst(former);
    await start(tx, plan, act, "due");
  } else if (plan.state === "running" && isEnded) await end(tx, plan, act);
}

/** Result of ending or cancelling a plan; `saved` is false if its state had changed. */
export interface Stopped {
  saved: boolean;
  act: string;
}

/**
 * Ends a running plan: its variants get their old prices, except variants whose price was changed by hand. Nothing is saved if
 * the plan is no longer running.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export const endPlan = (services: Shop, member: Member, form: StopForm): Promise<Stopped> =>
  stopped(services, member, form, "running", end);

/**
 * Cancels a plan that has not started. Nothing is saved if it has started or was cancelled.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export const cancelPlan = (services: Shop, member: Member, form: StopForm): Promise<Stopped> =>
  stopped(services, member, form, "planned", (tx, plan, act) => drop(tx, plan, act, "called-off"));

/**
 * Makes a member answer for a waiting plan of a former member. It starts with the next run, if its time has come. Nothing is saved
 * if it no longer waits.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, and as `requireFactorForPlan`.
 */
export const takeOverPricePlan = (services: Shop, member: Member, form: StopForm): Promise<Stopped> =>
  stopped(services, member, form, "planned", async (tx, plan, act) => {
    await requireFactorForPlan(tx, member, plan.id);
    const version = plan.version + 1;
    await tx.update(pricePlans).set({ memberId: member.id, version }).where(eq(pricePlans.id, plan.id));
    const change = { kind: "price-plan", record: plan.id, version, field: "state", old: "planned", new: "planned" };
    await logChanges(tx, act, [change]);
  });

async function stopped(
  services: Shop,
  member: Member,
  { id, submission }: StopForm,
  from: PricePlan["state"],
  stop: (tx: Transaction, plan: PricePlan, act: ActOfMember) => Promise<void>,
): Promise<Stopped> {
  await requireRight(services, member, "goods.prices");
  return once(services, member, { submission, kind: "price-plan", record: id }, async (tx) => {
    const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id)).for("update");
    if (plan?.state !== from) return { saved: false, act: submission };
    await stop(tx, plan, { memberId: member.id, submission, action: "price-plan", reason: plan.name });
    return { saved: true, act: submission };
  });
}

/**
 * Waiting and running plans, latest first, then past plans, each with its number of variants.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function pricePlanList(
  services: Shop,
  member: Member,
  most: number,
): Promise<(PricePlan & { variants: number })[]> {
  await requireRight(services, member, "goods.prices");
  const count = sql<number>`(select count(*)::int from price_plan_pairs where plan_id = ${pricePlans.id})`;
  return services.db
    .select({ ...getTableColumns(pricePlans), variants: count })
    .from(pricePlans)
    .orderBy(sql`${pricePlans.state} in ('planned', 'running') desc`, desc(pricePlans.startsAt))
    .limit(most);
}

/** State changes of a plan, latest first: member, time, and previous state. */
const standingsOf = async (db: Database, id: string): Promise<PastChange[]> =>
  (await recordChanges(db, { kind: "price-plan", record: id })).filter(({ field }) => field === "state");

/**
 * A plan with its variants, current prices, and state changes; null for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function pricePlan(services: Shop, member: Member, id: string) {
  await requireRight(services, member, "goods.prices");
  const [plan] = await services.db.select().from(pricePlans).where(eq(pricePlans.id, id));
  if (!plan) return null;
  const price = variants[plan.field];
  const isOther = sql<boolean>`${price} is distinct from ${pricePlanVariants.newPrice}`;
  const planned = await services.db
    .select({ ...getTableColumns(pricePlanVariants), price, isOther })
    .from(pricePlanVariants)
    .innerJoin(variants, eq(variants.id, pricePlanVariants.variantId))
    .where(eq(pricePlanVariants.planId, id))
    .orderBy(desc(pricePlanVariants.leftAlone), desc(isOther), pricePlanVariants.variantId);
  return { plan, variants: planned, history: await standingsOf(services.db, id) };
}

/** Maximum number of plans listed that skipped variants. */
const MOST_LEFT = 5;

/**
 * The latest plans that skipped variants and that no member has acknowledged.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function plansWithVariantsLeft(
  services: Shop,
  member: Member,
): Promise<{ id: string; name: string; variants: number }[]> {
  await requireRight(services, member, "goods.prices");
  return services.db
    .select({ id: pricePlans.id, name: pricePlans.name, variants: sql<number>`count(*)::int` })
    .from(pricePlans)
    .innerJoin(pricePlanVariants, eq(pricePlanVariants.planId, pricePlans.id))
    .where(and(isNull(pricePlans.seenAt), eq(pricePlanVariants.leftAlone, true)))
    .groupBy(pricePlans.id)
    .orderBy(desc(pricePlans.startsAt))
    .limit(MOST_LEFT);
}

/**
 * Acknowledges the variants that a plan skipped, so that the Today screen no longer lists them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function noteLeftVariants(services: Shop, member: Member, id: string): Promise<void> {
  await requireRight(services, member, "goods.prices");
  await services.db.update(pricePlans).set({ seenAt: new Date() }).where(eq(pricePlans.id, id));
}
