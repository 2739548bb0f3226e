import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { MINUTE } from "~/platform/durations";

/** Counts that are 0 in a healthy shop. */
export interface ShopAlarms {
  /** Payments of the last week that were received more than `PATIENCE` ago, with neither a paid order nor a refund that stands. */
  paidWithoutOrder: number;
  stockBelowZero: number;
  /** Refused sign-ins of members in the last hour that the members' log has recorded. */
  signInsRefused: number;
}

/** Time in milliseconds in which the browser, the webhook or the reconciliation should have made an order of a payment. */
const PATIENCE = 15 * MINUTE;

/** Counts payments of money without an order, stock below zero and refused sign-ins. */
export async function shopAlarms(db: Database, now: Date): Promise<ShopAlarms> {
  const before = (milliseconds: number): string => new Date(now.getTime() - milliseconds).toISOString();
  const { rows } = await db.execute<Record<"paid" | "stock" | "refused", number>>(sql`
    select
      (select count(*)::int from payments left join orders on orders.number = payments.order_number
        where payments.state = 'received' and payments.amount_cents > 0 and payments.requested_at > ${before(7 * 24 * 60 * MINUTE)}
          and payments.received_at < ${before(PATIENCE)}
          and (orders.number is null or orders.state in ('awaiting-payment', 'cancelled'))
          -- A refund that failed gave nothing back, until a member says that it was paid otherwise.
          and not exists (select from refunds where refunds.payment_id = payments.id
            and (refunds.state <> 'failed' or refunds.handled_at is not null))) as paid,
      (select count(*)::int from variants where stock < 0) as stock,
      (select count(*)::int from member_events
        where kind = 'sign-in-refused' and at > ${before(60 * MINUTE)}) as refused`);
  const [row] = rows;
  if (!row) throw new Error("The database counts nothing.");
  return { paidWithoutOrder: row.paid, stockBelowZero: row.stock, signInsRefused: row.refused };
}
