import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { type Cents, cents } from "~/shop/money";
import { CARDS_VALUE, CARDS_WITH_LINES } from "./bought-card-lines.server";

/** Value of the gift cards that a payment card bought in the last 24 hours, in cents; those that were not made do not count. */
export async function boughtBy(tx: Transaction, paidBy: string, now: Date): Promise<Cents> {
  const { rows } = await tx.execute<{ bought: Cents }>(sql`
    select ${CARDS_VALUE} as bought from ${CARDS_WITH_LINES}
    join orders on orders.number = card.order_number
    where card.paid_by = ${paidBy} and orders.paid_at > ${dayBefore(now)} and orders.state <> 'cancelled'`);
  return rows[0]?.bought ?? cents(0);
}

/** Forgets which payment card bought what, once it counts no more. */
export async function forgetPayers(db: Pick<Transaction, "execute">, now = new Date()): Promise<void> {
  await db.execute(sql`
    with over as (select own.order_number, own.position from gift_card_lines own join orders on orders.number = own.order_number
      where own.paid_by is not null and orders.paid_at <= ${dayBefore(now)} for no key update of own skip locked)
    update gift_card_lines own set paid_by = null from over
    where own.order_number = over.order_number and own.position = over.position`);
}

/** Time 24 hours before, as SQL reads it. */
export const dayBefore = (now: Date): string => new Date(now.getTime() - DAY).toISOString();
