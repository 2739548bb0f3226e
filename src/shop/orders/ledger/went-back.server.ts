import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Cents } from "~/shop/money";
import type { WentBack } from "../parcels/pieces";

/**
 * Amounts of an order's lines that went back without their pieces, by position: at the gateway, by a lost dispute, or of goods
 * that a change has replaced by these. By the ledger of sales: what was paid for the line, less refunds of its pieces, less what
 * the ledger has left of it. Lines without such amounts are not contained.
 */
export async function linesWentBack(db: Database, number: string): Promise<Map<number, WentBack>> {
  const { rows } = await db.execute<{ position: number; goods: Cents; tax: Cents }>(sql`
    select position, greatest(0, goods)::int as goods, greatest(0, tax)::int as tax from (
      select line.position,
        line.price_cents * line.quantity - line.discount_share_cents - coalesce(chosen.goods, 0) - kept.goods as goods,
        line.tax_cents - coalesce(chosen.tax, 0) - kept.tax as tax
      from standing_lines line
      join (select position, coalesce(sum(amount_cents) filter (where kind <> 'tax'), 0) as goods,
          coalesce(sum(amount_cents) filter (where kind = 'tax'), 0) as tax
        from sale_events where order_number = ${number} and position is not null group by position) kept on kept.position = line.position
      left join (select position, sum(refund_parts.amount_cents) filter (where part = 'goods') as goods,
          sum(refund_parts.amount_cents) filter (where part = 'tax') as tax
        from refund_parts join refunds on refunds.id = refund_id
        where order_number = ${number} and split_by = 'chosen' and refunds.state <> 'failed' and position is not null
        group by position) chosen on chosen.position = line.position
      where line.order_number = ${number}) as line
    where goods > 0 or tax > 0`);
  return new Map(rows.map(({ position, goods, tax }) => [position, { goods, tax }]));
}

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
