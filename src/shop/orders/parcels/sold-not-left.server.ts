import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/** Sold pieces of a variant that an order still waits for. */
export interface SoldNotLeft {
  orderNumber: string;
  quantity: number;
}

/**
 * Orders with sold pieces of a variant that are not shipped yet, including replacements. Only orders with anything left to ship
 * are read, which are few.
 */
export async function soldNotLeft(db: Database, variantId: number): Promise<SoldNotLeft[]> {
  const { rows } = await db.execute<{ number: string; quantity: number }>(sql`
    with line_left as (
      select o.number, l.quantity
        - coalesce((select sum(p.quantity) from parcel_lines p
            where p.order_number = l.order_number and p.position = l.position), 0)
        - coalesce((select sum(r.called_off) from refund_lines r
            where r.order_number = l.order_number and r.position = l.position), 0) as quantity
      from order_facts f join orders o on o.number = f.number join standing_lines l on l.order_number = f.number
      where f.pieces_left > 0 and l.variant_id = ${variantId} and o.state in ('paid', 'packed', 'partly-refunded') and o.paid_at is not null
        and not o.sample
    ), waiting as (
      select number, quantity from line_left where quantity > 0
      union all
      select order_number, quantity from order_replacements where state = 'waiting' and variant_id = ${variantId}
    )
    select number, sum(quantity)::int as quantity from waiting group by number order by number`);
  return rows.map(({ number, quantity }) => ({ orderNumber: number, quantity }));
}
