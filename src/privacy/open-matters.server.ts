import { type SQL, sql } from "drizzle-orm";

/** Matters that keep the names of an order, each as a condition on a row of `orders`. */
const matters = {
  return: sql`exists (select from returns where order_number = orders.number and returns.state in ('started', 'received'))`,
  change: sql`exists (select from order_changes
    where order_number = orders.number and order_changes.state in ('proposed', 'waiting'))`,
  refund: sql`exists (select from payments join refunds on payment_id = payments.id
    where order_number = orders.number and refunds.state = 'requested')`,
  dispute: sql`exists (select from payments join disputes on payment_id = payments.id
    where order_number = orders.number and disputes.state in ('to-answer', 'with-bank'))`,
};

/** Condition on a row of `orders`: a return, change, refund or dispute of it is open. */
export const hasOpenMatter = sql`(${sql.join(Object.values(matters), sql` or `)})`;

/** Further matter of an order that keeps its person: it is not paid or not shipped yet. */
const unfinished = sql`(state = 'awaiting-payment'
  or exists (select from order_facts where order_facts.number = orders.number and pieces_left > 0)
  or exists (select from payments where order_number = orders.number and payments.state = 'requested'))`;

/** Reason why a person cannot be erased yet, with the order that it is about. */
export interface OpenMatter {
  kind: "order" | keyof typeof matters;
  orderNumber: string;
}

/** SQL for all that is open with the orders that meet a condition, as `kind` and `"orderNumber"`. */
export function openMattersOf(condition: SQL): SQL {
  const rows = Object.entries({ order: unfinished, ...matters }).map(([kind, is]) => sql`(${kind}::text, ${is})`);
  return sql`select kind, number as "orderNumber" from orders
    cross join lateral (values ${sql.join(rows, sql`, `)}) as matter (kind, is_open)
    where ${condition} and is_open order by 2, 1`;
}
