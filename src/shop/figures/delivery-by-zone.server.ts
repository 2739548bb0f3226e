import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { countedEvents, isBack, isOrder, within } from "./ledger-sums.server";
import type { Span } from "./period";

/** Money of delivery into one zone, in cents, from the ledger of sales. */
export interface ZoneDelivery {
  /**
   * Name of the zone when its orders were drafted; empty for places in no zone, null for orders of releases that did not keep it.
   */
  zone: string | null;
  /** Orders paid in the period, those that were delivered free included. */
  orders: number;
  charged: Cents;
  /** Fees that were given back, negative. */
  back: Cents;
  /** Tax of delivery, less what was given back. */
  tax: Cents;
}

/**
 * Delivery fees of a period by zone, the zone that brought most first. An order counts for the zone of its draft, also after its
 * zone was renamed or deleted.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function deliveryByZone(
  { db }: Pick<Services, "db">,
  member: Member,
  span: Span,
): Promise<ZoneDelivery[]> {
  await requireRight({ db }, member, "figures.read");
  const isTax = sql`e.kind = 'tax'`;
  const { rows } = await db.execute<{ zone: string | null } & Record<Exclude<keyof ZoneDelivery, "zone">, string>>(sql`
    select own.delivery_zone as zone, count(*) filter (where ${isOrder}) as orders,
      coalesce(sum(e.amount_cents) filter (where e.part = 'delivery' and not ${isTax} and not ${isBack}), 0) as charged,
      coalesce(sum(e.amount_cents) filter (where e.part = 'delivery' and not ${isTax} and ${isBack}), 0) as back,
      coalesce(sum(e.amount_cents) filter (where e.part = 'delivery' and ${isTax}), 0) as tax
    from sale_events e join orders own on own.number = e.order_number
    where ${within(span)} and ${await countedEvents(db)} and (e.part = 'delivery' or ${isOrder})
    group by 1 order by sum(e.amount_cents) filter (where e.part = 'delivery' and not ${isTax}) desc nulls last, 1`);
  return rows.map(({ zone, orders, charged, back, tax }) => ({
    zone,
    orders: Number(orders),
    charged: cents(Number(charged)),
    back: cents(Number(back)),
    tax: cents(Number(tax)),
  }));
}
