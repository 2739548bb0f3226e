import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";

/** Orders taken without tax in a state where the merchant collects tax, because no rate matched their address. */
export interface UntaxedOrders {
  /** Two-letter code. */
  state: string;
  orders: number;
  /** Number of the newest order. */
  newest: string;
}

/**
 * Paid orders without a tax rate, by state. Counts only orders since the rates of their state last changed, so that entering the
 * missing rate clears the list.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function untaxedOrders(services: Pick<Services, "db">, member: Member): Promise<UntaxedOrders[]> {
  await requireRight(services, member, "orders.read");
  const { rows } = await services.db.execute<UntaxedOrders & Record<string, unknown>>(sql`
    select own.state, count(*)::int as orders, (array_agg(orders.number order by orders.drafted_at desc))[1] as newest
    from (select distinct order_number, state from order_taxes where mark = 'no-rate') as own
    join orders on orders.number = own.order_number
    join order_facts on order_facts.number = orders.number
    join tax_states on tax_states.state = own.state
    where orders.paid_at is not null and orders.state <> 'cancelled' and orders.drafted_at > tax_states.changed_at
      and ${isCounted(sql`order_facts.kind`)}
    group by own.state order by own.state`);
  return rows;
}
