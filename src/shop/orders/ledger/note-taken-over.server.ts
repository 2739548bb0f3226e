import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { ComputedChange } from "../changes/computed-change";
import { ledgerLeft } from "./went-back.server";

/** Amount that a change moves in the ledger of sales, in cents; without a position, to the order's goodwill. */
interface Moved {
  position: number | null;
  kind: "sale" | "tax" | "goodwill";
  amount: number;
}

/**
 * Writes what went back of a change's removed pieces before to the ledger of sales: they leave with what was left of them, and
 * the goods that replace them begin with as much less. Tax that went back with goodwill, and for which no tax of the line is left
 * now, becomes goodwill. The caller has written the change itself; `first` is the position of the first added line.
 */
export async function noteTakenOver(
  tx: Transaction,
  { number, changeId, computed, first }: { number: string; changeId: string; computed: ComputedChange; first: number },
  now: Date,
): Promise<void> {
  const moved: Moved[] = [
    ...computed.goes.map(({ position, wentBack }) => ({ position, wentBack })),
    ...computed.comes.map(({ wentBack }, index) => ({
      position: first + index,
      wentBack: wentBack && { goods: -wentBack.goods, tax: -wentBack.tax },
    })),
  ].flatMap(({ position, wentBack }): Moved[] =>
    wentBack
      ? [
          { position, kind: "sale", amount: wentBack.goods },
          { position, kind: "tax", amount: wentBack.tax },
        ]
      : [],
  );
  await noteMoved(tx, { number, changeId, moved }, now);
  const { taxOf } = await ledgerLeft(tx, number);
  const short = computed.goes.flatMap(({ position }): Moved[] => {
    const left = taxOf.get(position) ?? 0;
    if (left >= 0) return [];
    return [
      { position, kind: "tax", amount: -left },
      { position: null, kind: "goodwill", amount: left },
    ];
  });
  await noteMoved(tx, { number, changeId, moved: short }, now);
}

async function noteMoved(
  tx: Transaction,
  { number, changeId, moved }: { number: string; changeId: string; moved: Moved[] },
  now: Date,
): Promise<void> {
  const rows = moved.filter(({ amount }) => amount !== 0);
  if (rows.length === 0) return;
  const moment = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into sale_events (at, day, order_number, "position", kind, part, amount_cents, change_id, product_id, product, category, variant_id,
      size, color, sku, tax_kind, code, state, zip_prefix)
    select ${moment}, shop_day(${moment}), own.number, moved.position, moved.kind, case when moved.position is null then 'order' else 'line' end,
      moved.amount, ${changeId}::uuid, line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku,
      line.tax_kind, own.discount_code, own.region, left(own.postal_code, 3)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved (position integer, kind text, amount integer)
    join orders own on own.number = ${number} and own.paid_at is not null and not own.sample
    left join lateral (select * from sale_events sold where sold.order_number = own.number and sold.position = moved.position
      and sold.kind = 'sale' and sold.refund_id is null and sold.dispute_id is null order by id limit 1) as line on true`);
}
