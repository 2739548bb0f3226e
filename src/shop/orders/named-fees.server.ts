import { sql } from "drizzle-orm";
import type { OrderFee } from "~/shop/price";
import { orders } from "./orders.tables";

/** SQL for the fees of an order by name, including differences of exchanges, in a query on `orders`; null without fees. */
export const NAMED_FEES = sql<OrderFee[] | null>`case when ${orders.fees} > 0 then (
  select jsonb_agg(jsonb_build_object('name', fee.name, 'amount', fee.amount) order by fee.place, fee.position) from (
    select 1 as place, position, name, base_cents as amount from order_taxes
    where order_number = ${orders.number} and part = 'fee'
    union all
    select 2, instead.position, concat_ws(', ', 'Exchange for ' || coalesce(nullif(instead.name, ''), line.name),
      nullif(instead.color, 'default'), nullif(nullif(instead.size, 'default'), 'All Sizes')), instead.fee_cents
    from order_replacements instead
    join line_goods line on line.order_number = instead.order_number and line.position = instead.position
    where instead.order_number = ${orders.number} and instead.fee_cents > 0 and instead.paid_at is not null and instead.state <> 'ended'
  ) as fee) end`;
