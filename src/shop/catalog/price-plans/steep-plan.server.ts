import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { readSettings } from "~/shop/settings.server";

/**
 * Whether a plan reduces the regular price of any variant by a larger percentage than the setting allows without a recent second
 * factor.
 */
export async function isSteepPlan(tx: Transaction, id: string): Promise<boolean> {
  const { discountLimit } = await readSettings(tx);
  const { rows } = await tx.execute(sql`
    select from price_plans plan join price_plan_pairs planned on planned.plan_id = plan.id
    join variants on variants.id = planned.variant_id join products on products.id = variants.product_id
    where plan.id = ${id} and planned.new_price_cents::bigint * 100 < (100 - ${discountLimit}::int) * coalesce(
      case when plan.field = 'price' then planned.old_price_cents else variants.price_cents end, products.price_cents)::bigint
    limit 1`);
  return rows.length > 0;
}

/**
 * Requires a recent second factor for a plan that reduces prices by more than the setting allows.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function requireFactorForPlan(tx: Transaction, member: Member, id: string): Promise<void> {
  if (await isSteepPlan(tx, id)) requireFactor(member);
}
