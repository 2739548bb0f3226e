import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Cents, sum } from "~/shop/money";

/** Gift card that was given as store credit. */
export interface CreditCard {
  cardId: string;
  lastFour: string;
}

/** Gift cards onto which refunds of an order were given as store credit, by the refund's id. */
export async function creditCardsOf(db: Database, orderNumber: string): Promise<Map<string, CreditCard>> {
  const { rows } = await db.execute<{ refundId: string; cardId: string; lastFour: string }>(sql`
    select refunds.id as "refundId", card.id as "cardId", card.last_four as "lastFour"
    from payments join refunds on refunds.payment_id = payments.id and refunds.onto = 'gift-card'
    join gift_card_entries entry on entry.refund_id = refunds.id join gift_cards card on card.id = entry.card_id
    where payments.order_number = ${orderNumber}`);
  return new Map(rows.map(({ refundId, ...card }) => [refundId, card]));
}

/** Store credit that made a card: its order with the mailbox of the shopper, the amount that was given, and what was agreed. */
export interface MadeCredit {
  orderNumber: string;
  email: string;
  /** In cents. */
  amount: Cents;
  /** Words of the member who gave it; empty after an erasure. */
  agreed: string;
}

/** Store credit that made a card; undefined for another card. */
export async function madeCredit(db: Database, cardId: string): Promise<MadeCredit | undefined> {
  const { rows } = await db.execute<MadeCredit & Record<string, unknown>>(sql`
    select orders.number as "orderNumber", orders.email, refunds.amount_cents as amount, refunds.agreed
    from gift_card_entries entry join refunds on refunds.id = entry.refund_id and refunds.onto = 'gift-card'
    join payments on payments.id = refunds.payment_id join orders on orders.number = payments.order_number
    where entry.card_id = ${cardId}`);
  const [first] = rows;
  return first && { ...first, amount: sum(rows.map(({ amount }) => amount)) };
}
