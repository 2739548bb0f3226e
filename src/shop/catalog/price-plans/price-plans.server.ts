import { and, desc, eq, getTableColumns, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/log.server";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { variants } from "../catalog.tables";
import { locked } from "../stock/reservations.server";
import { pricePlanPairs, pricePlans } from "./price-plans.tables";

export type PricePlan = typeof pricePlans.$inferSelect;

/** A pair and what it is to cost; the old price as its own column has it. */
export interface PlannedPair {
  variantId: number;
  oldPrice: Cents | null;
  newPrice: Cents;
}

interface NewPlan {
  submission: string;
  name: string;
  field: PricePlan["field"];
  /** Unset, now. */
  startsAt: Date | null;
  /** Unset, the new prices stay. */
  endsAt: Date | null;
  pairs: PlannedPair[];
}

/** What came of a plan; the pairs that another open plan has already, when nothing was planned. */
export type Planned = { saved: true; act: string; plan: string } | { saved: false; taken: number };

/**
 * Plans new prices for pairs, settled now; they are set at once where the plan begins now.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function planPrices(
  services: Pick<Services, "db">,
  member: Member,
  { submission, name, field, startsAt, endsAt, pairs }: NewPlan,
  now = new Date(),
): Promise<Planned> {
  await requireRight(services, member, "goods.prices");
  return once(services, member, { submission, kind: "price-plan", record: name }, async (tx): Promise<Planned> => {
    const plan = { id: submission, name, field, startsAt: startsAt ?? now, endsAt, memberId: member.id };
    await tx.insert(pricePlans).values(plan);
    const rows = JSON.stringify(pairs);
    const { rows: inserted } = await tx.execute<{ id: number }>(sql`
      insert into price_plan_pairs (plan_id, variant_id, old_price_cents, new_price_cents)
      select ${submission}, "variantId", "oldPrice", "newPrice"
      from json_to_recordset(${rows}::json) as pair ("variantId" int, "oldPrice" int, "newPrice" int)
      order by 2 on conflict do nothing returning variant_id as id`);
    if (inserted.length < pairs.length) {
      await tx.delete(pricePlanPairs).where(eq(pricePlanPairs.planId, submission));
      await tx.delete(pricePlans).where(eq(pricePlans.id, submission));
      return { saved: false, taken: pairs.length - inserted.length };
    }
    const act = { memberId: member.id, submission, action: "price-plan", reason: name };
    if (plan.startsAt <= now) await start(tx, { ...plan, endsAt }, act);
    else
      await logChanges(tx, act, [
        { kind: "price-plan", record: submission, version: 1, field: "state", old: null, new: "planned" },
      ]);
    return { saved: true, act: submission, plan: submission };
  });
}

type Act = Parameters<typeof logChanges>[1];
type Plan = Pick<PricePlan, "id" | "field" | "endsAt">;

const COLUMN = { price: variants.price, salePrice: variants.salePrice } as const;

/** Sets the prices of a plan; a pair that costs something else by now than when it was planned is left alone. */
async function start(tx: Transaction, plan: Plan, act: Act): Promise<void> {
  await setPrices(tx, plan, act, { from: "oldPrice", to: "newPrice" });
  const isForGood = plan.endsAt === null;
  await setState(tx, plan.id, isForGood ? "over" : "running");
}

/** Gives the pairs of a plan their old prices back; one that costs something else than the plan's is left alone. */
async function restore(tx: Transaction, plan: Plan, act: Act, state: "over" | "called-off"): Promise<void> {
  await setPrices(tx, plan, act, { from: "newPrice", to: "oldPrice" });
  await setState(tx, plan.id, state);
}

async function setPrices(
  tx: Transaction,
  { id, field }: Plan,
  act: Act,
  { from, to }: { from: "oldPrice" | "newPrice"; to: "oldPrice" | "newPrice" },
): Promise<void> {
  const pairs = await tx
    .select()
    .from(pricePlanPairs)
    .where(and(eq(pricePlanPairs.planId, id), eq(pricePlanPairs.isOpen, true), eq(pricePlanPairs.leftAlone, false)));
  const ids = pairs.map(({ variantId }) => variantId);
  // In the order in which orders lock pairs.
  await locked(tx, ids);
  const rows = await tx
    .select({ id: variants.id, price: COLUMN[field], version: variants.version })
    .from(variants)
    .where(inArray(variants.id, ids.length > 0 ? ids : [0]));
  const now = new Map(rows.map((row) => [row.id, row]));
  const set = pairs.filter((pair) => now.get(pair.variantId)?.price === pair[from]);
  const isElsewhere = (pair: PlannedPair, price: Cents | null | undefined) =>
    price !== pair[from] && price !== pair[to];
  const left = pairs
    .filter((pair) => isElsewhere(pair, now.get(pair.variantId)?.price))
    .map(({ variantId }) => variantId);
  const prices = JSON.stringify(set.map((pair) => ({ id: pair.variantId, price: pair[to] })));
  const column = sql.raw(field === "price" ? "price_cents" : "sale_price_cents");
  await tx.execute(sql`
    update variants set ${column} = wanted.price, version = version + 1
    from json_to_recordset(${prices}::json) as wanted (id int, price int) where variants.id = wanted.id`);
  if (left.length > 0)
    await tx
      .update(pricePlanPairs)
      .set({ leftAlone: true })
      .where(and(eq(pricePlanPairs.planId, id), inArray(pricePlanPairs.variantId, left)));
  await logChanges(
    tx,
    act,
    set.map((pair) => ({
      kind: "variant",
      record: String(pair.variantId),
      version: (now.get(pair.variantId)?.version ?? 0) + 1,
      field,
      old: pair[from],
      new: pair[to],
    })),
  );
}

async function setState(tx: Transaction, id: string, state: PricePlan["state"]): Promise<void> {
  await tx
    .update(pricePlans)
    .set({ state, version: sql`${pricePlans.version} + 1` })
    .where(eq(pricePlans.id, id));
  if (state !== "running") await tx.update(pricePlanPairs).set({ isOpen: false }).where(eq(pricePlanPairs.planId, id));
}

/** Starts and ends what is due, also what fell due while the shop was down: a plan whose whole time has passed changes nothing. */
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
  for (const { id } of due) await db.transaction((tx) => sweep(tx, id, now));
}

async function sweep(tx: Transaction, id: string, now: Date): Promise<void> {
  const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id)).for("update");
  if (!plan) return;
  const isEnded = plan.endsAt !== null && plan.endsAt <= now;
  const act = { memberId: null, submission: crypto.randomUUID(), action: "price-plan", reason: plan.name };
  if (plan.state === "planned" && isEnded) await setState(tx, id, "over");
  else if (plan.state === "planned" && plan.startsAt <= now) await start(tx, plan, act);
  else if (plan.state === "running" && isEnded) await restore(tx, plan, act, "over");
}

/**
 * Takes a plan back: one that runs gives its pairs their old prices again, one that is planned never starts. Nothing when it is
 * over already.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function callOffPlan(
  services: Pick<Services, "db">,
  member: Member,
  { id, submission }: { id: string; submission: string },
): Promise<{ saved: boolean; act: string }> {
  await requireRight(services, member, "goods.prices");
  return once(services, member, { submission, kind: "price-plan", record: id }, async (tx) => {
    const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id)).for("update");
    const act = { memberId: member.id, submission, action: "price-plan", reason: plan?.name ?? "" };
    if (plan?.state === "running") await restore(tx, plan, act, "called-off");
    else if (plan?.state === "planned") {
      await setState(tx, id, "called-off");
      await logChanges(tx, act, [
        {
          kind: "price-plan",
          record: id,
          version: plan.version + 1,
          field: "state",
          old: "planned",
          new: "called-off",
        },
      ]);
    } else return { saved: false, act: submission };
    return { saved: true, act: submission };
  });
}

/**
 * The plans that are to start or run, the latest first, then the last ones; each with how many pairs it is about.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function pricePlanList(
  services: Pick<Services, "db">,
  member: Member,
  most: number,
): Promise<(PricePlan & { pairs: number })[]> {
  await requireRight(services, member, "goods.prices");
  const pairs = sql<number>`(select count(*)::int from price_plan_pairs where plan_id = ${pricePlans.id})`;
  return services.db
    .select({ ...getTableColumns(pricePlans), pairs })
    .from(pricePlans)
    .orderBy(sql`${pricePlans.state} in ('planned', 'running') desc`, desc(pricePlans.startsAt))
    .limit(most);
}

/**
 * A plan with its pairs; nothing when there is none.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function pricePlan(services: Pick<Services, "db">, member: Member, id: string) {
  await requireRight(services, member, "goods.prices");
  const [plan] = await services.db.select().from(pricePlans).where(eq(pricePlans.id, id));
  if (!plan) return null;
  const pairs = await services.db
    .select()
    .from(pricePlanPairs)
    .where(eq(pricePlanPairs.planId, id))
    .orderBy(desc(pricePlanPairs.leftAlone), pricePlanPairs.variantId);
  return { plan, pairs };
}

/**
 * The plans that left pairs alone, which nobody has taken note of.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function plansWithPairsLeft(
  services: Pick<Services, "db">,
  member: Member,
): Promise<{ id: string; name: string; pairs: number }[]> {
  await requireRight(services, member, "goods.prices");
  return services.db
    .select({ id: pricePlans.id, name: pricePlans.name, pairs: sql<number>`count(*)::int` })
    .from(pricePlans)
    .innerJoin(pricePlanPairs, eq(pricePlanPairs.planId, pricePlans.id))
    .where(and(isNull(pricePlans.seenAt), eq(pricePlanPairs.leftAlone, true)))
    .groupBy(pricePlans.id)
    .orderBy(desc(pricePlans.startsAt))
    .limit(5);
}

/**
 * Takes note of the pairs that a plan left alone: Today names them no more.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function noteLeftPairs(services: Pick<Services, "db">, member: Member, id: string): Promise<void> {
  await requireRight(services, member, "goods.prices");
  await services.db.update(pricePlans).set({ seenAt: new Date() }).where(eq(pricePlans.id, id));
}
