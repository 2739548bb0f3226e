import { sql } from "drizzle-orm";
import type { OrderFee } from "~/shop/bag/bag";
import { orders } from "./orders.tables";

/** Fees of an order by name, in a select of `orders`; null without any. */
export const NAMED_FEES = sql<OrderFee[] | null>`case when ${orders.fees} > 0 then (
  select jsonb_agg(jsonb_build_object('name', fee.name, 'amount', fee.base_cents) order by fee.position)
  from order_taxes fee where fee.order_number = ${orders.number} and fee.part = 'fee') end`;
