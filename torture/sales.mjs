/** SQL for what applied changes of an order took over: amounts of removed goods that went back before, less those of added ones. */
const takenOver = (
  amount,
) => `coalesce((select sum(sign * (line->'wentBack'->>'${amount}')::int) from order_changes change
  cross join (values ('goes', 1), ('comes', -1)) as side (name, sign) cross join jsonb_array_elements(change.plan->side.name) line
  where change.order_number = number and change.state = 'applied'), 0)::int`;

/**
 * Checks that the ledger of sales agrees with orders, payments and refunds to the cent, also in taxes and fees, and that each
 * refund is split into parts, except refunds caused by changes. What a change did not give back again, since it went back before,
 * is in the ledger beside the order's total, and so is what it was to give back when that refund failed. Adds errors to `complaints`; returns the
 * sums of the ledger as figures.
 */
export async function checkSales(query, complaints) {
  const apart =
    await query(`select number, ledger.sold, ledger.taxed, ledger.fees, ledger.kept, tax_cents as tax, fees_cents as fee,
      total_cents + moved.goods + moved.tax as total, total_cents + moved.goods + moved.tax - back.given + back.refused as due
    from orders
    cross join lateral (select ${takenOver("goods")} as goods, ${takenOver("tax")} as tax) moved
    cross join lateral (select coalesce(sum(amount_cents) filter (where refund_id is null), 0)::int as sold,
      coalesce(sum(amount_cents) filter (where refund_id is null and kind in ('tax', 'goodwill')), 0)::int as taxed,
      coalesce(sum(amount_cents) filter (where refund_id is null and (kind = 'fee' or (kind = 'change' and position is null))), 0)::int as fees,
      coalesce(sum(amount_cents), 0)::int as kept from sale_events where order_number = number and kind <> 'dispute') ledger
    cross join lateral (select
      coalesce(sum(refunds.amount_cents) filter (where refunds.state <> 'failed' and refunds.cause not like 'change:%'), 0)::int as given,
      coalesce(sum(refunds.amount_cents) filter (where refunds.state = 'failed' and refunds.cause like 'change:%'), 0)::int as refused
      from payments join refunds on payment_id = payments.id where order_number = number) back
    where not sample and case when paid_at is null then kept <> 0
      else (sold, taxed, fees, kept) <> (total_cents + moved.goods + moved.tax, tax_cents + moved.tax, fees_cents,
        total_cents + moved.goods + moved.tax - given + refused) end`);
  for (const { number, sold, kept, total, due } of apart)
    complaints.push(`the ledger says that ${number} brought ${sold} and kept ${kept}: it is ${total} and ${due}`);
  const unsplit =
    await query(`select refunds.id, refunds.amount_cents as amount, coalesce(sum(part.amount_cents), 0)::int as sum
    from refunds join payments on payments.id = payment_id join orders on number = order_number
    left join refund_parts part on refund_id = refunds.id
    where refunds.state <> 'failed' and refunds.cause not like 'change:%' and paid_at is not null and not sample group by refunds.id
    having coalesce(sum(part.amount_cents), 0) <> refunds.amount_cents`);
  for (const { id, amount, sum } of unsplit)
    complaints.push(`the parts of the refund ${id} of ${amount} come to ${sum}`);
  const [{ kept, tax }] = await query(`select coalesce(sum(amount_cents), 0)::int as kept,
    coalesce(sum(amount_cents) filter (where kind = 'tax' and refund_id is null), 0)::int as tax from sale_events where kind <> 'dispute'`);
  return { "cents that sales come to in their ledger, less what goes back": kept, "cents of sales tax taken": tax };
}
