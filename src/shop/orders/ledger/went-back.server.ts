import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Cents } from "~/shop/money";

/** Amounts of an order's delivery fee and fees that went back, in cents with their tax, without being refunded as these. */
export async function extrasWentBack(db: Database, number: string): Promise<Record<"delivery" | "fees", Cents>> {
  const { rows } = await db.execute<Record<"delivery" | "fees", Cents>>(sql`
    select coalesce(-sum(amount_cents) filter (where part = 'delivery'), 0)::int as delivery,
      coalesce(-sum(amount_cents) filter (where part = 'fee'), 0)::int as fees
    from sale_events event
    where order_number = ${number} and part in ('delivery', 'fee') and kind <> 'dispute' and (dispute_id is not null or exists (
      select from refund_parts given where given.refund_id = event.refund_id and given.split_by <> 'chosen'))`);
  return rows[0] ?? ({ delivery: 0, fees: 0 } as Record<"delivery" | "fees", Cents>);
}

/** Sums of an order in the ledger of sales, in cents. */
export interface LedgerLeft {
  /** Sales and changes, without anything that went back; null for an order that is not in the ledger. */
  sold: Cents | null;
  /** Delivery fee and its tax, less what went back of them for any reason. */
  delivery: { fee: Cents; tax: Cents };
  /** Tax of each line that is left, by position. */
  taxOf: Map<number, Cents>;
}

/** Amounts that the ledger of sales has left of an order's parts. */
export async function ledgerLeft(db: Database, number: string): Promise<LedgerLeft> {
  const { rows } = await db.execute<{
    kind: string;
    part: string;
    position: number | null;
    amount: Cents;
    sold: Cents;
  }>(sql`
    select kind, part, position, sum(amount_cents)::int as amount,
      coalesce(sum(amount_cents) filter (where refund_id is null and dispute_id is null), 0)::int as sold
    from sale_events where order_number = ${number} and kind <> 'dispute' group by 1, 2, 3`);
  const amountOf = (wanted: string) =>
    (rows.find(({ kind, part }) => part === "delivery" && kind === wanted)?.amount ?? 0) as Cents;
  const taxes = rows.flatMap(({ kind, position, amount }): [number, Cents][] =>
    kind === "tax" && position !== null ? [[position, amount]] : [],
  );
  return {
    sold: rows.length === 0 ? null : (rows.reduce((sum, row) => sum + row.sold, 0) as Cents),
    delivery: { fee: amountOf("delivery"), tax: amountOf("tax") },
    taxOf: new Map(taxes),
  };
}
