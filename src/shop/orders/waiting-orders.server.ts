import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";

/** Orders of which something has yet to leave, and since when the oldest waits. */
export interface OrdersToShip {
  orders: number;
  pieces: number;
  oldestPaidAt: Date | null;
}

/**
 * What has yet to be packed and sent: pieces that were paid, not sent and not called off, and replacements.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function ordersToShip(services: Pick<Services, "db">, member: Member): Promise<OrdersToShip> {
  await requireRight(services, member, "orders.read");
  const { rows } = await services.db.execute<{ orders: number; pieces: number; oldest: string | null }>(sql`
    with line_left as (
      select o.number, o.paid_at, l.quantity
        - coalesce((select sum(p.quantity) from parcel_lines p
            where p.order_number = l.order_number and p.position = l.position), 0)
        - coalesce((select sum(r.called_off) from refund_lines r
            where r.order_number = l.order_number and r.position = l.position), 0) as pieces
      from orders o join order_lines l on l.order_number = o.number
      where o.state in ('paid', 'packed', 'partly-refunded') and o.paid_at is not null and not o.sample
    ), waiting as (
      select number, paid_at, pieces from line_left where pieces > 0
      union all
      select r.order_number, r.at, r.quantity from replacements r where r.state = 'waiting'
    )
    select count(distinct number)::int as orders, coalesce(sum(pieces), 0)::int as pieces, min(paid_at) as oldest from waiting`);
  const [row] = rows;
  return {
    orders: row?.orders ?? 0,
    pieces: row?.pieces ?? 0,
    oldestPaidAt: row?.oldest ? new Date(row.oldest) : null,
  };
}
