import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Cents } from "~/shop/money";

interface ExchangeRows {
  number: string;
  changeId: string;
  /** Part of the difference without tax, and its tax, in cents; negative if they are refunded. */
  goods: Cents;
  tax: Cents;
}

/**
 * Writes the paid difference of an exchange, or its refund, to the ledger of sales on the day of `now`. The row names the goods
 * that are sent, if they are of one variant, and their category and tax kind, if they have one in common. The caller must have
 * locked the order and its payments.
 */
export async function noteExchange(tx: Transaction, { number, changeId, goods, tax }: ExchangeRows, now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with sent as (
      select count(distinct row.variant_id) = 1 as is_one, max(row.product_id) as product_id, max(products.name) as product,
        max(row.variant_id) as variant_id, max(row.size) as size, max(row.color) as color,
        case when min(products.kind_for_tax) = max(products.kind_for_tax) then min(products.kind_for_tax) end as tax_kind,
        case when count(distinct products.category_id) = 1 then max(categories.name) end as category
      from order_changes change join order_replacements row on row.return_number = change.return_number and row.difference_cents > 0
      join products on products.id = row.product_id left join categories on categories.id = products.category_id where change.id = ${changeId}
    )
    insert into sale_events (at, day, order_number, kind, part, amount_cents, change_id, product_id, product, category, variant_id, size, color, tax_kind,
      code, state, zip_prefix)
    select ${moment}, shop_day(${moment}), own.number, event.kind, 'line', event.amount, ${changeId}::uuid, case when is_one then sent.product_id end,
      case when is_one then sent.product end, sent.category, case when is_one then sent.variant_id end, case when is_one then sent.size end,
      case when is_one then sent.color end, sent.tax_kind, own.discount_code, own.region, left(own.postal_code, 3)
    from orders own cross join sent cross join (values ('change', ${goods}::integer), ('tax', ${tax}::integer)) as event (kind, amount)
    where own.number = ${number} and own.paid_at is not null and not own.sample and event.amount <> 0`);
}
