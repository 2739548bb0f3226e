import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Cents } from "~/shop/money";

/** Payment at a gateway that is smaller than its unpaid order, because gift cards hold the rest. */
export interface SmallerPayment {
  orderNumber: string;
  amount: Cents;
  total: Cents;
  gatewayId: string;
  /** Last four signs of the cards, in the order in which they pay. */
  lastFours: string;
}

/** Number of open gift cards in a restored shop, and the payments that were smaller than their order when the backup was made. */
export async function giftCardsAfterRestore(db: Database): Promise<{ cards: number; smaller: SmallerPayment[] }> {
  const counted = await db.execute<{ cards: number }>(
    sql`select count(*)::int as cards from gift_cards where state = 'open'`,
  );
  const { rows } = await db.execute<SmallerPayment & Record<string, unknown>>(sql`
    select orders.number as "orderNumber", first.amount_cents as amount, orders.total_cents as total,
      first.gateway_id as "gatewayId", held.last_fours as "lastFours"
    from orders
    join lateral (select string_agg(last_four, ', ' order by requested_at) as last_fours from payments
      join gift_cards on gift_cards.id = gift_card_id
      where order_number = orders.number and payments.state = 'requested') as held on held.last_fours is not null
    join payments first on first.order_number = orders.number and first.kind = 'order' and first.gateway_id is not null
    where orders.state = 'awaiting-payment' and first.amount_cents < orders.total_cents
    order by orders.number`);
  return { cards: counted.rows[0]?.cards ?? 0, smaller: rows };
}
